import { sql, type RawBuilder } from 'kysely';
import type { Query } from './database.ts';

/** Takes milliseconds, then its locks are free. */
const PART = 2000;

/**
 * Deletes in parts, each with its own commit, so that nobody waits. Concurrent runs share the work;
 * locked rows are left for the next round. @param db outside of a transaction @returns how many
 * rows
 */
export async function clearAway(
  db: Query,
  table: string,
  old: RawBuilder<unknown>,
): Promise<number> {
  const name = sql.table(table);
  let cleared = 0;
  for (;;) {
    const part = await sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${old} limit ${sql.lit(PART)} for update skip locked
      ))`.execute(db);
    const count = Number(part.numAffectedRows ?? 0);
    cleared += count;
    if (count < PART) return cleared;
  }
}
