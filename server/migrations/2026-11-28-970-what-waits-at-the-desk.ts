import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: support. What waits for an answer is listed however long ago it was written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'contact_messages_waiting',
    sql`contact_messages (tenant_id, created_at) where closed_at is null and answered_at is null`,
  );
  await buildIndex(
    db,
    'chats_waiting',
    sql`chats (tenant_id, waits_since)
      where joined_to is null and closed_at is null and waits_since is not null`,
  );
}
