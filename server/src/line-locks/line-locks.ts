import type { LineLocks } from '@portside/contract/line-locks';
import type { Query } from '../db/database.ts';
import * as store from './store.ts';

/**
 * A line's locks at a moment (K15). One that is being unlocked still holds until `offAt`. To act on
 * the answer, ask under the line's lock.
 */
export async function locksOf(db: Query, lineId: string, now: Date): Promise<LineLocks> {
  const row = await store.locksOf(db, lineId);
  return { sim: lockAt(row?.sim_off_at, now), number: lockAt(row?.number_off_at, now) };
}

function lockAt(offAt: Date | null | undefined, now: Date): LineLocks['sim'] {
  if (!offAt) return { on: true };
  return offAt <= now ? { on: false } : { on: true, offAt: offAt.toISOString() };
}
