import { sql, type Kysely } from 'kysely';

/** Owner: adapters/payment. Where a card's bills go, as the customer typed it into the card form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sandbox_pay_tokens', 'sandbox_pay_cards', 'sandbox_pay_charges']) {
    await sql`alter table ${sql.table(table)} add column billing jsonb`.execute(db);
  }
}
