import type { Period } from '../lines/periods.ts';
import type { LineAddOnRow } from './store.ts';

/**
 * What the last stop of an add-on ended, of what the line has of it, unless days after it are paid
 * without it. @param rows of one add-on, none that was taken back
 */
export function keepable(
  rows: readonly LineAddOnRow[],
  periods: readonly Period[],
  now: Date,
): LineAddOnRow[] {
  const followed = new Set(rows.map((row) => row.follows));
  const open = rows.filter(
    ({ id, ends_at: end, stopped_at: stopped }) =>
      stopped && end > now && !followed.has(id) && !periods.some(({ from }) => from >= end),
  );
  const last = Math.max(...open.map((row) => Number(row.stopped_at)));
  return open.filter((row) => Number(row.stopped_at) === last);
}
