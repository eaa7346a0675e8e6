import { sql, type Kysely } from 'kysely';

/** Owner: emails. What waits a moment for the rest of its event (docs/decisions/0969). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_parts (
      id text primary key,
      tenant_id integer not null,
      event text not null,
      at timestamptz not null,
      sealed text not null
    )`.execute(db);
  await sql`create index email_parts_of_event on email_parts (tenant_id, event)`.execute(db);
}
