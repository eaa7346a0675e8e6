import { sql, type Kysely } from 'kysely';

/** Owner: support. Who of staff has a conversation, since when it waits, and answers kept ready. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chats
    add column staff_id text,
    add column staff_name text,
    add column waits_since timestamptz,
    add column closed_at timestamptz`.execute(db);
  await sql`
    create table ready_answers (
      id text primary key,
      tenant_id integer not null,
      title text not null,
      text text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index ready_answers_title
    on ready_answers (tenant_id, lower(title))`.execute(db);
}
