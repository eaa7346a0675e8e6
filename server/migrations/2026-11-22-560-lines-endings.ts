import { sql, type Kysely } from 'kysely';

/** Owner: lines. What its customer wants to end, when all that is paid is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_endings (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      asked_at timestamptz not null,
      autopay_was_on boolean not null
    )`.execute(db);
}
