import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. What the simulated carrier knows of numbers that leave it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_transfer_pins (
      msisdn text primary key,
      pin_mac text not null,
      expires_at timestamptz not null,
      is_ended boolean not null
    )`.execute(db);
  await sql`
    create table sandbox_carrier_port_outs (
      ref text primary key,
      msisdn text not null,
      state text not null
        check (state in ('requested', 'confirmed', 'completed', 'cancelled', 'refused')),
      reason text,
      created_at timestamptz not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_port_outs_changed
    on sandbox_carrier_port_outs (changed_at)`.execute(db);
  // One at a time is on its way.
  await sql`create unique index sandbox_carrier_port_outs_open
    on sandbox_carrier_port_outs (msisdn) where state in ('requested', 'confirmed')`.execute(db);
}
