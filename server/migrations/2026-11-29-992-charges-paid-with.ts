import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: payments. Charges that are parts of another one’s payment (docs/decisions/0986). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'charges_paid_with', sql`charges (paid_with) where paid_with is not null`);
}
