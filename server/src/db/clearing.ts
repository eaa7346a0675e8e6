import { sql, type RawBuilder } from 'kysely';
import type { Query } from './database.ts';

/** A part is done within milliseconds, and what it holds locked is free again. */
const PART = 2000;

/**
 * Deletes what is old, a part at a time, each with a commit of its own: however much there is, nobody
 * waits for it, and what was done stays done. Two at once share the work: neither waits for the other, nor
 * for rows that somebody is using; the next round finds these.
 * @param db outside of a transaction
 * @returns how many rows
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
