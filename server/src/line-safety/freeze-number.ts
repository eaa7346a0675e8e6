import { phone } from '@portside/contract/phone';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { setLocks as setLocksCall } from '@portside/contract/line-locks';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { locksOf } from '../line-locks/line-locks.ts';
import { setLocks } from '../line-locks/set-locks.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { endPin, refuseRequest } from '../port-out/open-port-out.ts';
import { openPortOutsOf } from '../port-out/port-outs.ts';
import { say } from '../words/say.ts';

type Call = typeof setLocksCall;

/**
 * The number lock that goes on stops what has begun, too: the transfer PIN ends, and an open request
 * is refused as long as the carrier takes that (K15, K16).
 * @throws No `not_found`, for another customer's line too
 */
export async function setLocksAndFreeze(
  app: App,
  who: Customer,
  input: ParsedInputOf<Call>,
): Promise<OutputOf<Call> | Refused<ReasonOf<Call>>> {
  const done = await setLocks(app, who, input);
  if (done instanceof Refused || !input.number) return done;
  const isAsked = (await openPortOutsOf(app.db.query, [input.id])).has(input.id);
  // Of a request that no notice has told yet the job knows.
  if (!isAsked) return done;
  const sentence = await refusedWords(app, input.id);
  const number = phone(who.brand.support.phone);
  return { ...done, message: `${done.message} ${say(who.language, sentence, { phone: number })}` };
}

async function refusedWords(app: App, lineId: string): Promise<string> {
  try {
    const state = await freezeNumber(app, lineId);
    if (state === 'refused' || state === 'cancelled') {
      return 'We refused the other carrier’s request, and your number stays here.';
    }
    return 'The other carrier’s request can’t be refused here anymore. Please call us now: {phone}.';
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    return 'We asked the network to refuse the other carrier’s request. You’ll get an email when it’s done. If you can’t wait, call us: {phone}.';
  }
}

/** Harmless when repeated. @returns how the request stands, if there is one @throws OutsideFailure */
export async function freezeNumber(app: App, lineId: string) {
  const line = await viewAnyRenewable(app.db.query, lineId);
  if (!line || line.status === 'ended') return undefined;
  const { tenant } = line.owner;
  const { number } = await locksOf(app, app.db.query, { tenant, lineId });
  // Unlocked again meanwhile.
  if (!number.on || number.offAt !== undefined) return undefined;
  await app.db.transaction((tx) => endPin(app, tx, lineId));
  return refuseRequest(app, tenant, line);
}
