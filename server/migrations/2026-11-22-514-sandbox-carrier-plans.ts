import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. Changes of plan that the simulated carrier was asked for, by their key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_plan_changes (
      seq bigint generated always as identity,
      key text primary key,
      msisdn text not null,
      plan_id text not null,
      refused boolean not null,
      asked_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_plan_changes_of_number
    on sandbox_carrier_plan_changes (msisdn, seq)`.execute(db);
}
