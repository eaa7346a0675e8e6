import { sql, type Kysely } from 'kysely';

/** Owner: the sandbox. Its push service: browsers, and what they were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_push_browsers (
      id text primary key,
      private_key text not null,
      auth text not null,
      sender_key text not null,
      answer text not null,
      retry_after text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sandbox_push_messages (
      seq bigint generated always as identity primary key,
      browser_id text not null references sandbox_push_browsers (id),
      body text not null,
      topic text not null,
      urgency text not null,
      ttl_seconds integer not null,
      sent_at timestamptz not null
    )`.execute(db);
  await sql`
    create index sandbox_push_messages_browser on sandbox_push_messages (browser_id)`.execute(db);
}
