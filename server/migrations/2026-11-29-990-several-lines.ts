import { sql, type Kysely } from 'kysely';

/**
 * Owner: checkout and payments. Several lines bought at once (docs/decisions/0986): each is an order with
 * a charge of its own, and the payment of one of them pays for all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The order, and the charge, whose payment it is paid with; null: its own.
  await sql`alter table orders add column paid_with text`.execute(db);
  await sql`alter table charges add column paid_with text`.execute(db);
}
