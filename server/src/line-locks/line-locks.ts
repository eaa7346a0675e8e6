import type { LineLocks } from '@portside/contract/line-locks';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { delayEnds } from '../emails/warnings.ts';
import { isKept } from '../lines/kept.ts';
import * as store from './store.ts';

/** What is shown while no mail server takes the warning. */
const SOON = minutes(15);

/**
 * A line's locks now (K15). One that is being unlocked still holds until `offAt`. To act on
 * the answer, ask under the line's lock.
 */
export async function locksOf(
  app: App,
  db: Query,
  { tenant, lineId }: { tenant: number; lineId: string },
): Promise<LineLocks> {
  const row = await store.locksOf(db, lineId);
  const now = app.clock.now();
  // Nobody could turn off what the carrier does not have.
  const hasNumberLock = app.adapters.of(tenant).carrier.can.has('numberLock');
  return {
    sim: await lockAt(db, lineId, 'sim', row?.sim_off_at, now),
    number: hasNumberLock
      ? await lockAt(db, lineId, 'number', row?.number_off_at, now)
      : { on: false },
  };
}

/** Of a line whose number lock is off: the carrier has heard it, or has no such lock. */
export async function isUnlockTold(
  app: App,
  db: Query,
  { tenant, lineId }: { tenant: number; lineId: string },
): Promise<boolean> {
  const hasNumberLock = app.adapters.of(tenant).carrier.can.has('numberLock');
  return !hasNumberLock || (await store.locksOf(db, lineId))?.carrier_off === true;
}

/** The number lock is off, and the carrier is being told so at this moment. */
export async function isUnlocking(
  app: App,
  db: Query,
  line: { tenant: number; lineId: string },
): Promise<boolean> {
  const row = await store.locksOf(db, line.lineId);
  if (!row?.number_off_at || row.carrier_off || (await isKept(db, line.lineId))) return false;
  return !(await locksOf(app, db, line)).number.on;
}

/** The delay runs from the moment that a mail server took the warning. */
export const warningOf = (lineId: string, lock: keyof LineLocks, offAt: Date): string =>
  `${lineId}:${lock}:${offAt.toISOString()}`;

async function lockAt(
  db: Query,
  lineId: string,
  lock: keyof LineLocks,
  planned: Date | null | undefined,
  now: Date,
): Promise<LineLocks['sim']> {
  if (!planned) return { on: true };
  const offAt = await delayEnds(db, warningOf(lineId, lock, planned), planned);
  if (!offAt)
    return { on: true, offAt: (planned > now ? planned : later(now, SOON)).toISOString() };
  return offAt <= now ? { on: false } : { on: true, offAt: offAt.toISOString() };
}
