import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. Changes of SIM at the simulated carrier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_sim_changes (
      ref text primary key,
      key text not null unique,
      fingerprint text not null,
      msisdn text not null,
      old_iccid text not null,
      iccid text not null,
      sim_type text not null,
      status text not null check (status in ('pending', 'active', 'cancelled', 'refused')),
      reason text,
      active_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_sim_changes_due
    on sandbox_carrier_sim_changes (active_at) where status = 'pending'`.execute(db);
}
