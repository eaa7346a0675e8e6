import { sql, type Kysely } from 'kysely';

/** Owner: account. An account that was opened beside its owner's, and went over into it, is closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customers
    add column joined_to text references customers (id),
    add column joined_at timestamptz`.execute(db);
}
