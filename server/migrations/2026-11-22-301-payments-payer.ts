import { sql, type Kysely } from 'kysely';

/**
 * Owner: payments. Whose record at the provider a charge is made with, where that is not the customer
 * whose charge it is now: their accounts were joined.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges add column payer_id text references customers (id)`.execute(db);
}
