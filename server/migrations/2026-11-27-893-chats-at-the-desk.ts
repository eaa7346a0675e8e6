import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: support. Who of staff has a conversation, since when it waits, and answers kept ready. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chats
    add column if not exists staff_id text,
    add column if not exists staff_name text,
    add column if not exists waits_since timestamptz,
    add column if not exists closed_at timestamptz`.execute(db);
  await buildIndex(
    db,
    'chats_at_the_desk',
    sql`chats (tenant_id, written_at) where joined_to is null and closed_at is null`,
  );
  await sql`
    create table if not exists ready_answers (
      id text primary key,
      tenant_id integer not null,
      title text not null,
      text text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create unique index if not exists ready_answers_title
    on ready_answers (tenant_id, lower(title))`.execute(db);
}
