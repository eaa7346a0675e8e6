import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: support. Conversations that are open, by when something was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'chats_at_the_desk',
    sql`chats (tenant_id, written_at) where joined_to is null and closed_at is null`,
  );
}
