import { sql, type Kysely } from 'kysely';

/** Owner: plans and lines. Several months at once, and an end with the period that runs (P10). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column prepay jsonb`.execute(db);
  await sql`alter table line_endings add column period_number integer`.execute(db);
}
