import { sql, type Kysely } from 'kysely';

/**
 * Owner of `sim_shipments`: shipping. A line has one card in the mail at a time. Owner of
 * `lines.waits_for_card`: lines. Lines that are there wait for none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column waits_for_card boolean not null default false`.execute(db);
  await sql`
    create table sim_shipments (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      replacement_id text,
      state text not null
        check (state in ('preparing', 'mailed', 'arrived', 'activated', 'lost', 'stopped')),
      recipient text not null,
      address text,
      iccid text not null default '',
      carrier text not null default '',
      tracking_number text not null default '',
      mailed_by text not null default '',
      asked_at timestamptz not null,
      mailed_at timestamptz,
      arrived_at timestamptz,
      starts_at timestamptz,
      late_told_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create unique index sim_shipments_one on sim_shipments (line_id)
    where ended_at is null`.execute(db);
  await sql`create unique index sim_shipments_card on sim_shipments (tenant_id, iccid)
    where ended_at is null and iccid <> ''`.execute(db);
  await sql`create index sim_shipments_of_line on sim_shipments (line_id, asked_at)`.execute(db);
  await sql`create index sim_shipments_to_send on sim_shipments (asked_at)
    where state = 'preparing'`.execute(db);
  await sql`create index sim_shipments_starts on sim_shipments (starts_at)
    where ended_at is null`.execute(db);
  await sql`create index sim_shipments_late on sim_shipments (mailed_at)
    where state = 'mailed' and late_told_at is null`.execute(db);
}
