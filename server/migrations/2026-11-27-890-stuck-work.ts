import { sql, type Kysely } from 'kysely';

/**
 * Owner: stuck. Who looks after what is stuck, until when it rests, and what was noted. What is
 * stuck is read from the slices that have it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stuck_marks (
      tenant_id integer not null,
      item_id text not null,
      assigned_to text,
      snoozed_until timestamptz,
      updated_at timestamptz not null,
      primary key (tenant_id, item_id)
    )`.execute(db);
  await sql`create index stuck_marks_at on stuck_marks (updated_at)`.execute(db);
  await sql`
    create table stuck_notes (
      id text primary key,
      tenant_id integer not null,
      item_id text not null,
      author text not null,
      note text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index stuck_notes_of_item on stuck_notes (tenant_id, item_id, at)`.execute(db);
  await sql`create index stuck_notes_at on stuck_notes (at)`.execute(db);
}
