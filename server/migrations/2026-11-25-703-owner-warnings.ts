import { sql, type Kysely } from 'kysely';

/** Owner: emails. Has a mail server taken the warning that a delay runs from? */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owner_warnings (
      id text primary key,
      tenant_id integer not null,
      about text not null,
      queued_at timestamptz not null,
      taken_at timestamptz
    )`.execute(db);
  await sql`create unique index owner_warnings_about on owner_warnings (about)`.execute(db);
  await sql`create index owner_warnings_untaken on owner_warnings (queued_at)
    where taken_at is null`.execute(db);
}
