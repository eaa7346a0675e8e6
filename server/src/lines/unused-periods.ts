import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as periodStore from './period-store.ts';
import { valueOf } from './period-value.ts';
import type { Period } from './periods.ts';
import * as store from './store.ts';

/** A line has ended with periods that were paid and have not begun (P10). */
export const unusedPeriodsJob = defineJob<{ lineId: string }>('credit-unused-periods');

/** None that a plan change or an end cut. */
export const notBegun = (periods: readonly Period[], at: Date): Period[] =>
  periods.filter((one) => one.from > at && one.to > one.from);

/** They are over with the line, for what they are worth. The caller holds the line. */
export async function cutUnbegun(
  tx: Tx,
  line: { id: string; endedAt: Date },
  periods: readonly Period[],
): Promise<void> {
  for (const one of periods) {
    const cents = valueOf(one, line.endedAt).left;
    const cut = { now: line.endedAt, by: periodStore.atEndOf(line.id), cents };
    await periodStore.cutPeriod(tx, { line_id: line.id, number: one.number }, cut);
  }
  const left = await periodStore.periodsOf(tx, line.id);
  const last = left.findLast((one) => Number(one.starts_at) < Number(one.ends_at));
  await store.setLine(tx, line.id, { paid_until: last?.ends_at ?? line.endedAt });
}

/** Until the transaction ends; undefined of one that goes on. */
export async function lockEnded(
  tx: Tx,
  lineId: string,
): Promise<{ at: Date; owner: Owner } | undefined> {
  const row = await store.lockAnyLine(tx, lineId);
  return row?.ended_at ? { at: row.ended_at, owner: ownerOfRow(row) } : undefined;
}

/** What of an order's periods became credit when their line ended. Cents. */
export const creditedAtEnd = periodStore.cutAtEnd;

/** The same in accounts to which their line was handed, by its owner; each has a cause of its own. */
export async function creditedInOthers(
  tx: Tx,
  orderId: string,
): Promise<{ owner: Owner; cause: string; cents: number }[]> {
  const handed = await periodStore.handedPeriodsOf(tx, orderId);
  const given: { owner: Owner; cause: string; cents: number }[] = [];
  for (const [lineId, periods] of Map.groupBy(handed, (one) => one.lineId)) {
    const cents = periods.reduce((sum, one) => sum + one.cents, 0);
    const row = cents > 0 ? await store.anyLine(tx, lineId) : undefined;
    const [first] = periods;
    // The order is not theirs to know.
    // What the one who paid does is not heard of by who left them (P05).
    if (row?.own_since) continue;
    if (row && first) given.push({ owner: ownerOfRow(row), cause: first.id, cents });
  }
  return given;
}

/** An order's payment is not disputed any more: what its lines did not use, if they have ended since. */
export async function creditLater(app: App, tx: Tx, orderId: string): Promise<void> {
  const handed = await periodStore.handedPeriodsOf(tx, orderId);
  const ended = handed.flatMap(({ hasEnded, lineId }) => (hasEnded ? lineId : []));
  const ids = new Set([...(await periodStore.endedLinesOf(tx, orderId)), ...ended]);
  for (const lineId of ids) {
    await app.jobs.enqueue(tx, unusedPeriodsJob, { lineId });
  }
}
