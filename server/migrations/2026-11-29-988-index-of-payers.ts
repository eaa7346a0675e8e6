import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: checkout. Orders of a line of others, by who paid (docs/decisions/0985). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'orders_by_payer',
    sql`orders (payer_customer_id) where payer_customer_id is not null`,
  );
}
