import { sql, type Kysely } from 'kysely';

/** Owner: the Gigs carrier adapter. The user at Gigs that a request began with; null before there was one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gigs_requests add column user_id text`.execute(db);
}
