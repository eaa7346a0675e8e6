import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: credit, payments. Whose credit moved lately; parts on their way back, which are few. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'credit_entries_created', sql`credit_entries (created_at)`);
  await buildIndex(
    db,
    'refunds_open_parts',
    sql`refunds (created_at) where part and status in ('requested', 'pending')`,
  );
}
