import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: the wholesale carrier adapter. Which line was activated with a card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'wholesale_requests_card',
    sql`wholesale_requests (account, iccid) where kind = 'activation'`,
  );
}
