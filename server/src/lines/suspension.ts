import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { deleteEnding } from './ending-store.ts';
import { closeHold } from './hold-store.ts';
import { publishLine } from './line-news.ts';
import {
  askNetwork,
  dropAsk,
  networkAnswered,
  networkAskOf,
  syncCarrierJob,
} from './network-asks.ts';
import { finishWaiting } from './number-clashes.ts';
import * as periodStore from './period-store.ts';
import * as store from './store.ts';
import * as suspensionStore from './suspension-store.ts';
import { unusedPeriodsJob } from './unused-periods.ts';

export { type SuspensionReason, type Unpaid, unpaidSince } from './suspension-store.ts';
type Reason = suspensionStore.SuspensionReason;

/** The most important reason first. */
export async function suspensionsOf(db: Query, lineId: string): Promise<Reason[]> {
  const reasons = await suspensionStore.reasonsOf(db, lineId);
  return weight.filter((one) => reasons.includes(one));
}

const weight: readonly Reason[] = ['by_operator', 'blocked', 'on_hold', 'unpaid'];

const asks = {
  by_operator: { begin: 'pause', end: 'resume' },
  blocked: { begin: 'block', end: 'unblock' },
  on_hold: { begin: 'hold', end: 'unhold' },
  unpaid: { begin: 'pause', end: 'resume' },
} as const;

/**
 * The carrier is called after the commit. A line may have several reasons. @param tell the customer
 * asked for it: told by email once the network confirms. @returns false when it has this one
 * already, or cannot be suspended; `asked` while the network has yet to do it, else `done`
 */
export async function suspendLine(
  app: App,
  tx: Tx,
  lineId: string,
  reason: Reason,
  { tell = false }: { tell?: boolean } = {},
): Promise<'asked' | 'done' | false> {
  const line = await store.lockAnyLine(tx, lineId);
  if (line?.status !== 'active' && line?.status !== 'suspended') return false;
  const row = { line_id: lineId, tenant_id: line.tenant_id, reason, since: app.clock.now() };
  if (!(await suspensionStore.insertSuspension(tx, row))) return false;
  await store.moveLine(tx, lineId, ['active'], { status: 'suspended' });
  await publishLine(app, tx, line, 'suspended');
  const open = await networkAskOf(tx, lineId);
  if (line.status === 'suspended' && line.carrier_suspended && !open) return 'done';
  const asked = asks[reason].begin;
  // A block or a hold that is under way stays what it is; a block is more urgent than a hold.
  if (open?.asked === 'block' || (open?.asked === 'hold' && asked === 'pause')) return 'asked';
  await askNetwork(app, tx, line, { asked, tell });
  return 'asked';
}

/**
 * Active again once the carrier confirms and no reason is left. @param tell the customer asked for
 * it: told by email then. @returns false when it did not have this one; `done` when another reason
 * is left, so that nothing is asked of the network
 */
export async function liftSuspension(
  app: App,
  tx: Tx,
  lineId: string,
  reason: Reason,
  { tell = false }: { tell?: boolean } = {},
): Promise<'asked' | 'done' | false> {
  const line = await store.lockAnyLine(tx, lineId);
  return line ? liftFrom(app, tx, line, reason, { tell }) : false;
}

/** The same of a line that the caller has locked. */
export async function liftFrom(
  app: App,
  tx: Tx,
  line: store.LineRow,
  reason: Reason,
  { tell = false }: { tell?: boolean } = {},
): Promise<'asked' | 'done' | false> {
  const { id: lineId } = line;
  if (!(await suspensionStore.deleteSuspension(tx, lineId, reason))) return false;
  const { begin, end } = asks[reason];
  const left = await suspensionStore.reasonsOf(tx, lineId);
  if (left.length === 0) {
    await askNetwork(app, tx, line, { asked: end, tell });
    return 'asked';
  }
  // What is under way for another reason stays what it is.
  const open = await networkAskOf(tx, lineId);
  if (open?.asked !== begin || begin === 'pause') return 'done';
  const asked = left.includes('on_hold') ? 'hold' : 'pause';
  await askNetwork(app, tx, line, { asked, tell: asked === 'hold' });
  return 'done';
}

/** Its number is released, unless it has moved away. @returns false when it has ended already */
export async function endLine(
  app: App,
  tx: Tx,
  lineId: string,
  { isGone = false }: { isGone?: boolean } = {},
): Promise<boolean> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line || line.status === 'ended') return false;
  const ending = await deleteEnding(tx, lineId);
  const paid = await periodStore.periodsOf(tx, lineId);
  const last = paid.find(({ number }) => number === ending?.period_number)?.ends_at;
  // With the period that was chosen, also where we, or another carrier, are late.
  const now = last && last < app.clock.now() ? last : app.clock.now();
  await store.setLine(tx, lineId, {
    status: 'ended',
    ended_at: now,
    ...(isGone && { released_at: now }),
  });
  await closeHold(tx, lineId, { at: now, why: 'line_ended' });
  await suspensionStore.deleteSuspension(tx, lineId, 'on_hold');
  await dropAsk(tx, lineId);
  const isAhead = paid.some((one) => one.starts_at !== null && one.starts_at >= now);
  if (isAhead) await app.jobs.enqueue(tx, unusedPeriodsJob, { lineId });
  if (!isGone) await app.jobs.enqueue(tx, syncCarrierJob, { lineId });
  await finishWaiting(app, tx, lineId);
  await publishLine(app, tx, line, 'ended');
  return true;
}

/**
 * Brings the carrier up to date; harmless when repeated. If the line changes on the way the job
 * comes back. @throws OutsideFailure
 */
export async function syncCarrier(app: App, lineId: string): Promise<void> {
  const line = await store.anyLine(app.db.query, lineId);
  if (!line?.mdn) return;
  const { carrier } = app.adapters.of(line.tenant_id);
  const { mdn: msisdn } = line;
  if (line.status === 'ended') {
    // One that was handed over is another account's there.
    if (line.released_at || !line.activated_at) return;
    if (line.handed_over_at || line.separated_at) return;
    await carrier.releaseLine({ lineKey: store.carrierKeyOf(line), msisdn });
    const released_at = app.clock.now();
    await app.db.transaction((tx) => store.setLine(tx, lineId, { released_at }));
    return;
  }
  // One that was suspended late, after it was active again, is resumed.
  const isLate = line.status === 'active' && line.carrier_suspended;
  if (line.status !== 'suspended' && !isLate) return;
  const suspended = (await suspensionStore.reasonsOf(app.db.query, lineId)).length > 0;
  if (!carrier.can.has('suspendLine')) {
    app.log.warn({ lineId, suspended }, 'the carrier cannot pause lines: this one works there');
  } else if (suspended) await carrier.suspendLine({ msisdn });
  else await carrier.resumeLine({ msisdn });
  await app.db.transaction((tx) => noteTold(app, tx, lineId, suspended));
}

async function noteTold(app: App, tx: Tx, lineId: string, suspended: boolean): Promise<void> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line) return;
  await store.setLine(tx, lineId, { carrier_suspended: suspended });
  const shouldBe = (await suspensionStore.reasonsOf(tx, lineId)).length > 0;
  if (shouldBe !== suspended || line.status === 'ended') {
    await app.jobs.enqueue(tx, syncCarrierJob, { lineId });
    return;
  }
  const isBack = !suspended && line.status === 'suspended';
  if (isBack) await store.moveLine(tx, lineId, ['suspended'], { status: 'active' });
  const status = isBack ? 'active' : line.status;
  if (isBack) await publishLine(app, tx, line, status);
  await networkAnswered(app, tx, { ...line, status });
}
