import { sql, type Kysely } from 'kysely';

/** Owner: port-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table port_ins (
      id text primary key,
      tenant_id integer not null,
      customer_id text references customers (id),
      browser_id text,
      msisdn text not null,
      zip_code text not null,
      status text not null check (status in
        ('draft', 'details_needed', 'submitted', 'pending', 'delayed', 'action_needed',
         'awaiting_activation', 'completed', 'cancelled', 'expired', 'failed')),
      reason text,
      version integer not null default 0,
      attempt integer not null default 0,
      carrier_ref text,
      asking_until timestamptz,
      sealed_details text,
      old_carrier text,
      sim_type text not null check (sim_type in ('esim', 'physical')),
      iccid text not null default '',
      imei text not null default '',
      line_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index port_ins_of_customer
    on port_ins (tenant_id, customer_id, created_at)`.execute(db);
  await sql`create index port_ins_number on port_ins (tenant_id, msisdn)`.execute(db);
  await sql`create index port_ins_ref on port_ins (carrier_ref)`.execute(db);
  await sql`create index port_ins_line on port_ins (line_id)`.execute(db);
  await sql`create unique index port_ins_under_way on port_ins (tenant_id, msisdn)
    where status in ('submitted', 'pending', 'delayed', 'awaiting_activation')`.execute(db);
  await sql`create index port_ins_unfinished on port_ins (updated_at)
    where status not in ('completed', 'cancelled', 'expired', 'failed')`.execute(db);
  await sql`
    create table port_in_steps (
      seq bigint generated always as identity primary key,
      port_in_id text not null references port_ins (id) on delete cascade,
      attempt integer not null,
      status text not null,
      reason text,
      raw_code text not null default '',
      raw_text text not null default '',
      at timestamptz not null
    )`.execute(db);
  await sql`create index port_in_steps_of on port_in_steps (port_in_id, seq)`.execute(db);
}
