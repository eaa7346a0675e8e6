import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/**
 * Owner: lines. Each minute asks which line's paid time is over: those that were paused for it long
 * ago come first by time, and may be many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'lines_to_lapse', sql`lines (paid_until) where status = 'active'`);
  await buildIndex(
    db,
    'line_suspensions_besides_unpaid',
    sql`line_suspensions (line_id) where reason <> 'unpaid'`,
  );
}
