import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: checkout. The further lines of a purchase (docs/decisions/0986). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'orders_paid_with', sql`orders (paid_with) where paid_with is not null`);
}
