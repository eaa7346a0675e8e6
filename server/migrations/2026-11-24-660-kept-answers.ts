import { sql, type Kysely } from 'kysely';

/** Owner: db. The last good answers of outside services, for all processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_answers (
      name text primary key,
      tenant_id integer not null,
      answer jsonb,
      answered_at timestamptz,
      tried_at timestamptz not null
    )`.execute(db);
}
