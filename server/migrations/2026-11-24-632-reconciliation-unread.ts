import { sql, type Kysely } from 'kysely';

/** Owner: reconciliation. Brands whose payment account could not be read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reconciliations add column unread jsonb not null default '[]'`.execute(db);
}
