import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. What the simulated carrier gives a line besides its plan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_allowances (
      key text primary key,
      fingerprint text not null,
      msisdn text not null,
      add_on_id text not null,
      megabytes integer,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      removed_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_allowances_of_number
    on sandbox_carrier_allowances (msisdn)`.execute(db);
}
