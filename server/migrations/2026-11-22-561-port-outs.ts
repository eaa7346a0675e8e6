import { sql, type Kysely } from 'kysely';

/** Owner: port-out. Numbers that go to other carriers, and the PINs for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transfer_pins (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      msisdn text not null,
      account_number text not null,
      sealed_pin text,
      made_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      told boolean not null default false
    )`.execute(db);
  await sql`create index transfer_pins_line on transfer_pins (line_id, id)`.execute(db);
  await sql`create unique index transfer_pins_live on transfer_pins (line_id)
    where ended_at is null`.execute(db);
  await sql`create index transfer_pins_untold on transfer_pins (made_at) where not told`.execute(
    db,
  );
  await sql`
    create table port_outs (
      ref text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      msisdn text not null,
      state text not null
        check (state in ('requested', 'confirmed', 'completed', 'cancelled', 'refused')),
      reason text check (reason in ('transfer_pin', 'number_lock', 'customer')),
      created_at timestamptz not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index port_outs_line on port_outs (line_id, created_at)`.execute(db);
}
