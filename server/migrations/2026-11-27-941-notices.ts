import { sql, type Kysely } from 'kysely';

/** Owner: notices. What staff say on pages and dashboards, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notices (
      id text primary key,
      tenant_id integer not null,
      kind text not null,
      zip_prefix text,
      texts jsonb not null,
      from_at timestamptz not null,
      until_at timestamptz not null,
      changed_at timestamptz not null,
      changed_by text not null
    )`.execute(db);
  await sql`create index notices_until on notices (until_at)`.execute(db);
  await sql`create index notices_of_tenant on notices (tenant_id, until_at)`.execute(db);
}
