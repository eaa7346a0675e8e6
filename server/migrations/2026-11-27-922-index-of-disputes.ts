import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: payments. A brand's disputes that are decided, by when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'disputes_decided',
    sql`disputes (tenant_id, updated_at) where status in ('won', 'lost', 'closed')`,
  );
}
