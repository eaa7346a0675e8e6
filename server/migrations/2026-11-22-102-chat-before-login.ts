import { sql, type Kysely } from 'kysely';

/** Owner: support. What was written anonymously and went over to a customer: who wrote it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_messages
    add column before_login boolean not null default false`.execute(db);
}
