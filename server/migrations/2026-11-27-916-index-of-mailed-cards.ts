import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: shipping. Cards in the mail, the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'sim_shipments_mailed',
    sql`sim_shipments (tenant_id, mailed_at) where state = 'mailed'`,
  );
}
