import { sql, type Kysely } from 'kysely';

/** Owner: lines. How the eSIM of a line stood when the carrier last told; null where nobody asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column esim_state text`.execute(db);
}
