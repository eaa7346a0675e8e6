import { sql, type Kysely } from 'kysely';

/** Owner: adapters/mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox_mail add column reply_to text`.execute(db);
}
