import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as store from './line-now-store.ts';
import { addMissingPeriod } from './period-store.ts';

export type { PeriodOfLine } from './line-now-store.ts';
export { periodsIn } from './line-now-store.ts';

export interface LineNow {
  hasAddress: boolean;
  /** The paid one that runs. */
  period: store.PeriodOfLine | undefined;
}

/** Of a customer's lines, all asked at once; other people's are not among them. */
export async function linesNow(
  db: Query,
  owner: Owner,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, LineNow>> {
  if (ids.length === 0) return new Map();
  const rows = await store.linesNow(db, owner, ids, now);
  const lacking = rows.filter((row) => row.lacksPeriod);
  // A process of the version before writes none when it activates a line.
  for (const { id } of lacking) await addMissingPeriod(db, id);
  const known = lacking.length > 0 ? await store.linesNow(db, owner, ids, now) : rows;
  return new Map(
    known.map((row) => [row.id, { hasAddress: row.address !== null, period: periodOf(row) }]),
  );
}

function periodOf({
  id,
  number,
  planId,
  from,
  to,
}: store.LineNowRow): store.PeriodOfLine | undefined {
  return number === null ? undefined : { lineId: id, number, planId, from, to };
}
