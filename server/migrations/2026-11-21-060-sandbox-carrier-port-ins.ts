import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_port_ins (
      ref text primary key,
      key text not null unique,
      fingerprint text not null,
      msisdn text not null,
      status text not null check (status in
        ('pending', 'delayed', 'rejected', 'confirmed', 'completed', 'cancelled')),
      reason text,
      raw_code text not null default '',
      raw_text text not null default '',
      tries integer not null,
      account_mac text not null,
      account_changed boolean not null default false,
      pin_mac text not null,
      pin_changed boolean not null default false,
      holder_changed boolean not null default false,
      iccid text not null default '',
      step_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_port_ins_due on sandbox_carrier_port_ins (step_at)
    where step_at is not null`.execute(db);
  await sql`create index sandbox_carrier_port_ins_number
    on sandbox_carrier_port_ins (msisdn, created_at)`.execute(db);
  await sql`
    create table sandbox_carrier_updates (
      key text primary key,
      ref text not null references sandbox_carrier_port_ins (ref)
    )`.execute(db);
  await sql`
    create table sandbox_carrier_esims (
      iccid text primary key,
      msisdn text not null,
      sealed_code text not null,
      sealed_confirmation text,
      state text not null,
      step_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_esims_due on sandbox_carrier_esims (step_at)
    where step_at is not null`.execute(db);
  await sql`create index sandbox_carrier_esims_number
    on sandbox_carrier_esims (msisdn, created_at)`.execute(db);
  await sql`insert into sandbox_carrier_esims
      (iccid, msisdn, sealed_code, state, created_at)
    select iccid, msisdn, '', 'enabled', created_at from sandbox_carrier_activations
    where sim_type = 'esim' and status <> 'refused'
    on conflict do nothing`.execute(db);
  await sql`alter table sandbox_carrier_activations drop column sealed_activation_code`.execute(db);
}
