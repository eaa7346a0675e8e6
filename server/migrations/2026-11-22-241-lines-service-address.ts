import { sql, type Kysely } from 'kysely';

/** Owner: lines. Where the line is used, as it was ordered; none of lines of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column service_address jsonb`.execute(db);
}
