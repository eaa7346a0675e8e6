import { sql, type Kysely } from 'kysely';

/** Owners: number-change, and adapters/carrier for what the simulated carrier did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table number_changes (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      zip_code text not null,
      old_mdn text not null,
      new_mdn text,
      state text not null check (state in ('asked', 'done', 'refused')),
      network text not null,
      user_agent text not null,
      created_at timestamptz not null,
      done_at timestamptz
    )`.execute(db);
  await sql`create index number_changes_line on number_changes (line_id, done_at)`.execute(db);
  await sql`create index number_changes_asked on number_changes (created_at)
    where state = 'asked'`.execute(db);
  await sql`
    create table sandbox_carrier_number_changes (
      key text primary key,
      msisdn text not null,
      new_msisdn text not null
    )`.execute(db);
}
