import { sql, type Kysely } from 'kysely';

/** Owner: approvals. The credit that comes back besides what the card paid counts for the limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approvals add column along_cents integer not null default 0`.execute(db);
}
