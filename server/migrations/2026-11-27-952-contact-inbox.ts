import { sql, type Kysely } from 'kysely';

/** Owner: support. Who of staff has a message of the contact form, and what they answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_messages
    add column staff_id text,
    add column staff_name text,
    add column answered_at timestamptz,
    add column closed_at timestamptz`.execute(db);
  await sql`
    create table contact_replies (
      id text primary key,
      message_id text not null references contact_messages (id) on delete cascade,
      client_id text not null,
      staff_name text not null,
      text text not null,
      at timestamptz not null,
      unique (message_id, client_id)
    )`.execute(db);
}
