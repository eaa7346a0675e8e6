import { sql, type Kysely } from 'kysely';

/** Owner: lines. What another carrier began while something else was under way on the line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table line_work add column next text`.execute(db);
}
