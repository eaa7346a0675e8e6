import { sql, type Kysely } from 'kysely';

/** Owner: lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lines (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      order_id text unique,
      plan_id text not null,
      plan_name text not null,
      plan_flag integer not null,
      nickname text not null,
      mdn text not null default '',
      zip_code text not null,
      sim_type text not null check (sim_type in ('esim', 'physical')),
      iccid text not null default '',
      imei text not null default '',
      status text not null
        check (status in ('pending', 'activating', 'active', 'suspended', 'ended')),
      activation_ref text,
      activated_at timestamptz,
      paid_until timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index lines_of_customer on lines (tenant_id, customer_id, created_at)`.execute(
    db,
  );
  await sql`create unique index lines_number on lines (tenant_id, mdn)
    where mdn <> '' and status <> 'ended'`.execute(db);
  await sql`create index lines_activation on lines (activation_ref)`.execute(db);
  await sql`create index lines_unfinished on lines (created_at)
    where status in ('pending', 'activating')`.execute(db);
  await sql`
    create table carrier_notices (
      id text primary key,
      about text not null,
      ref text not null,
      received_at timestamptz not null
    )`.execute(db);
}
