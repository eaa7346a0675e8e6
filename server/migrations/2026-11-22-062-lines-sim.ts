import { sql, type Kysely } from 'kysely';

/** Owner: lines. The carrier's news of an eSIM name its card, and nothing else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lines_sim on lines (iccid)`.execute(db);
}
