import { sql, type Kysely } from 'kysely';

/** Owner: support. The chat with the desk: one conversation a customer, or an anonymous browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chats (
      id text primary key,
      tenant_id integer not null,
      customer_id text references customers (id),
      browser_id text,
      joined_to text references chats (id) on delete cascade,
      email text,
      language text not null,
      letter_at timestamptz,
      created_at timestamptz not null,
      written_at timestamptz not null,
      check ((customer_id is null) <> (browser_id is null))
    )`.execute(db);
  await sql`create unique index chats_of_customer on chats (tenant_id, customer_id)`.execute(db);
  await sql`create unique index chats_of_browser on chats (tenant_id, browser_id)
    where joined_to is null`.execute(db);
  await sql`create index chats_joined on chats (joined_to)`.execute(db);
  await sql`create index chats_quiet on chats (written_at) where customer_id is null`.execute(db);
  await sql`
    create table chat_messages (
      seq bigint generated always as identity primary key,
      id text not null unique,
      chat_id text not null references chats (id) on delete cascade,
      author text not null check (author in ('visitor', 'desk')),
      client_id text,
      text text not null,
      masked boolean not null,
      at timestamptz not null,
      read_at timestamptz,
      mailed_at timestamptz
    )`.execute(db);
  await sql`create index chat_messages_of on chat_messages (chat_id, seq)`.execute(db);
  await sql`create unique index chat_messages_once
    on chat_messages (chat_id, author, client_id)`.execute(db);
  await sql`create index chat_messages_unread on chat_messages (at)
    where author = 'desk' and read_at is null and mailed_at is null`.execute(db);
}
