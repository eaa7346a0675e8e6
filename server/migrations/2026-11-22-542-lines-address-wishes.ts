import { sql, type Kysely } from 'kysely';

/** Owner: lines. A 911 address on its way to the carrier; one at a time for a line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_address_wishes (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      address jsonb not null,
      asked_at timestamptz not null
    )`.execute(db);
}
