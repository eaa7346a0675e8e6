import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owners: account and payments. What the console's search looks by (docs/decisions/0920). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = {
    customers_find_email: sql`customers (tenant_id, (email collate "C")) where joined_to is null`,
    customers_find_first: sql`customers
      (tenant_id, (lower(first_name || ' ' || last_name) collate "C")) where joined_to is null`,
    customers_find_last: sql`customers
      (tenant_id, (lower(last_name || ' ' || first_name) collate "C")) where joined_to is null`,
    customers_find_number: sql`customers (tenant_id, contact_number)
      where joined_to is null`,
    cards_find_last4: sql`cards (tenant_id, last4_digits, id)`,
  };
  for (const [name, definition] of Object.entries(indexes)) {
    await buildIndex(db, name, definition);
  }
}
