import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { delayEnds } from '../emails/warnings.ts';
import { defineJob, type Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { isKept } from '../lines/kept.ts';
import { lockForWork, worksOn } from '../lines/line-work.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { warningOf } from './line-locks.ts';
import * as store from './store.ts';

/** Repeated until the carrier answers. */
export const syncNumberLockJob = defineJob<{ lineId: string }>('sync-number-lock', { atOnce: 4 });

/**
 * Brings the carrier's number lock up to date; harmless when repeated. If the lock changes on the
 * way the job comes back. @throws OutsideFailure
 */
export async function syncNumberLock(app: App, lineId: string): Promise<void> {
  const db = app.db.query;
  const [row, line] = await Promise.all([store.locksOf(db, lineId), viewAnyRenewable(db, lineId)]);
  if (!row || !line) return;
  const isOff = await isOffNow(app, db, row);
  if (isOff === row.carrier_off) return;
  const { mdn: msisdn, status } = line;
  const isThere = msisdn !== '' && (status === 'active' || status === 'suspended');
  // It would be told of a number that is about to go; the sweep comes back.
  if ((await worksOn(db, lineId)).includes('number_change')) return;
  // Before that the carrier knows no such line.
  if (!isThere && status !== 'ended') return;
  const { carrier } = app.adapters.of(row.tenant_id);
  if (isThere && carrier.can.has('numberLock')) {
    await carrier.setNumberLock({ msisdn, on: !isOff });
  }
  await app.db.transaction(async (tx) => {
    await lockForWork(tx, lineId);
    const now = await store.locksOf(tx, lineId);
    const { line_id, tenant_id } = row;
    await store.saveLocks(tx, { line_id, tenant_id }, { carrier_off: isOff });
    if (now && (await isOffNow(app, tx, now)) === isOff) return;
    await app.jobs.enqueue(tx, syncNumberLockJob, { lineId });
  });
}

async function isOffNow(app: App, db: Query, row: store.LocksRow): Promise<boolean> {
  const { line_id: id, number_off_at: planned } = row;
  // Of a line that is kept as it is the number stays, whatever was asked before.
  if (await isKept(db, id)) return false;
  const at = planned && (await delayEnds(db, warningOf(id, 'number', planned), planned));
  return at ? at <= app.clock.now() : false;
}

export async function syncNumberLocks(app: App): Promise<void> {
  const found = await store.untoldLines(app.db.query, app.clock.now());
  await sweep(app, found, (id) => syncNumberLock(app, id), 'a number lock was not told yet');
}

export const nextUnlock = (): Moment => store.nextUnlock;
