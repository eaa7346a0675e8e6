import { viewLine } from '@portside/contract/line-detail';
import type { Line } from '@portside/contract/lines';
import type { OutputOf } from '@portside/contract/endpoint';
import { activateSim } from '@portside/contract/sim';
import { sql } from 'kysely';
import { hours, later } from '../clock.ts';
import type { placeOrder } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { passHours, withLine, type Noa } from './line-life.ts';
import { readAll } from './mailbox.ts';
import type { TestApp } from './test-app.ts';

type Detail = OutputOf<typeof viewLine>;

/** Somebody with an active line whose SIM lock was turned off a while ago, and no unread emails. */
export async function withOpenSim(
  app: TestApp,
  change: Partial<InputOf<typeof placeOrder>> = {},
): Promise<{ noa: Noa; line: Line }> {
  const { noa, line } = await withLine(app, change);
  await openSimLock(app, line.id);
  await readAll(app, noa.email);
  return { noa, line };
}

export const openSimLock = async (app: TestApp, lineId: string) => {
  const offAt = later(app.clock.now(), -hours(1));
  await sql`insert into line_locks (line_id, tenant_id, sim_off_at) values (${lineId}, 6, ${offAt})
    on conflict (line_id) do update set sim_off_at = excluded.sim_off_at`.execute(app.app.db.query);
};

/** The line once its SIM change is so. */
export const simWhen = (
  app: TestApp,
  noa: Noa,
  id: string,
  state: NonNullable<Detail['sim']>['state'],
): Promise<Detail> =>
  app.eventually(async () => {
    const line = await noa.call(viewLine, { id });
    return line.sim?.state === state ? line : undefined;
  });

/** The wait is over, and the carrier has worked. */
export async function afterTheWait(app: TestApp, noa: Noa, id: string): Promise<Detail> {
  await passHours(app, 1);
  return noa.call(viewLine, { id });
}

/** The sandbox's mail. */
export async function playMail(
  app: Pick<TestApp, 'fetch'>,
  lineId: string,
  step: string,
): Promise<{ status: number; state?: string }> {
  const answer = await app.fetch('/sandbox/carrier/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lineId, step }),
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}

/** What is printed on the card in the mail. */
export async function mailedIccid(app: TestApp, lineId: string): Promise<string> {
  const { rows } = await sql<{ iccid: string }>`select iccid from sim_shipments
    where line_id = ${lineId} and ended_at is null`.execute(app.app.db.query);
  return rows[0]?.iccid ?? '';
}

/** The card is mailed, and its customer activates it. */
export async function activateMailed(app: TestApp, noa: Noa, lineId: string): Promise<string> {
  await playMail(app, lineId, 'mailed');
  const iccid = await mailedIccid(app, lineId);
  await noa.call(activateSim, { id: lineId, iccid });
  return iccid;
}
