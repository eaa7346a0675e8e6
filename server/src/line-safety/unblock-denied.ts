import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { unblockLine as unblockCall } from '@portside/contract/line-block';
import type { App } from '../app.ts';
import type { Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { unblockLine } from '../lines/block.ts';
import { memberOf } from '../lines/members.ts';
import { viewSimLine } from '../lines/sim-moves.ts';
import { pauseRefused } from '../safety/pauses.ts';
import { wasDenied } from '../sim-replacement/changed-since.ts';

type Call = typeof unblockCall;

/** Also that of whoever was given the line, when its holder asks (P04). */
async function pausedForEither(app: App, who: Customer, lineId: string) {
  const given = who.member ? undefined : await memberOf(app.db.query, who.tenant, lineId);
  return pauseRefused(app, app.db.query, who, given?.member);
}

/**
 * A line that was blocked because its SIM change was denied may be on a thief's SIM: while the pause
 * runs nobody turns that on, also with the password. @throws No `not_found`, for another customer's
 * line too
 */
export async function unblockUnlessDenied(
  app: App,
  who: Customer,
  input: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const line = await viewSimLine(app.db.query, who, input.id);
  const isDenied = line?.status === 'suspended' && (await wasDenied(app.db.query, line.id));
  const paused = isDenied ? await pausedForEither(app, who, input.id) : undefined;
  return paused ?? unblockLine(app, who, input);
}
