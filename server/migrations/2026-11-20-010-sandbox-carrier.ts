import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_numbers (
      msisdn text primary key,
      key text not null unique,
      zip_code text not null,
      reserved_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sandbox_carrier_activations (
      ref text primary key,
      key text not null unique,
      fingerprint text not null,
      msisdn text not null,
      iccid text not null,
      sim_type text not null check (sim_type in ('esim', 'physical')),
      imei text not null,
      plan_id text not null,
      status text not null check (status in ('pending', 'active', 'refused')),
      reason text,
      sealed_activation_code text,
      active_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_activations_due on sandbox_carrier_activations (active_at)
    where status = 'pending'`.execute(db);
  await sql`create index sandbox_carrier_activations_number
    on sandbox_carrier_activations (msisdn, created_at)`.execute(db);
  await sql`
    create table sandbox_carrier_log (
      seq bigint generated always as identity primary key,
      at timestamptz not null,
      verb text not null,
      about text not null,
      answer text not null
    )`.execute(db);
}
