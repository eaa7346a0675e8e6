import type { LineLocks } from '@portside/contract/line-locks';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import * as store from './store.ts';

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
    sim: lockAt(row?.sim_off_at, now),
    number: hasNumberLock ? lockAt(row?.number_off_at, now) : { on: false },
  };
}

function lockAt(offAt: Date | null | undefined, now: Date): LineLocks['sim'] {
  if (!offAt) return { on: true };
  return offAt <= now ? { on: false } : { on: true, offAt: offAt.toISOString() };
}
