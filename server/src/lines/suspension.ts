import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { deleteEnding } from './ending-store.ts';
import { publishLine } from './line-news.ts';
import { finishWaiting } from './number-clashes.ts';
import * as store from './store.ts';
import * as suspensionStore from './suspension-store.ts';

export { type SuspensionReason, unpaidSince } from './suspension-store.ts';
type Reason = suspensionStore.SuspensionReason;

/** Repeated until the carrier confirms. */
export const syncCarrierJob = defineJob<{ lineId: string }>('sync-carrier', { atOnce: 8 });

/** The most important reason first. */
export async function suspensionsOf(db: Query, lineId: string): Promise<Reason[]> {
  const reasons = await suspensionStore.reasonsOf(db, lineId);
  return weight.filter((one) => reasons.includes(one));
}

const weight: readonly Reason[] = ['by_operator', 'blocked', 'unpaid'];

/**
 * The carrier is called after the commit. A line may have several reasons. @returns false when it
 * has this one already, or cannot be suspended
 */
export async function suspendLine(
  app: App,
  tx: Tx,
  lineId: string,
  reason: Reason,
): Promise<boolean> {
  const line = await store.lockAnyLine(tx, lineId);
  if (line?.status !== 'active' && line?.status !== 'suspended') return false;
  const row = { line_id: lineId, tenant_id: line.tenant_id, reason, since: app.clock.now() };
  if (!(await suspensionStore.insertSuspension(tx, row))) return false;
  await store.moveLine(tx, lineId, ['active'], { status: 'suspended' });
  await app.jobs.enqueue(tx, syncCarrierJob, { lineId });
  await publishLine(app, tx, line, 'suspended');
  return true;
}

/** Active again once the carrier confirms and no reason is left. */
export async function liftSuspension(
  app: App,
  tx: Tx,
  lineId: string,
  reason: Reason,
): Promise<boolean> {
  await store.lockAnyLine(tx, lineId);
  if (!(await suspensionStore.deleteSuspension(tx, lineId, reason))) return false;
  await app.jobs.enqueue(tx, syncCarrierJob, { lineId });
  return true;
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
  const now = app.clock.now();
  await store.setLine(tx, lineId, { status: 'ended', ...(isGone && { released_at: now }) });
  await deleteEnding(tx, lineId);
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
    if (line.released_at || !line.activated_at) return;
    await carrier.releaseLine({ lineKey: lineId, msisdn });
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
  if (suspended) return;
  const moved = await store.moveLine(tx, lineId, ['suspended'], { status: 'active' });
  if (moved) await publishLine(app, tx, line, 'active');
}
