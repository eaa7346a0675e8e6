import { sql, type Kysely } from 'kysely';

/** Owner: events. An anonymous chat has a browser instead of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column browser_id text`.execute(db);
  await sql`alter table events alter column customer_id drop not null`.execute(db);
}
