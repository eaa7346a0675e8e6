import { sql, type Kysely } from 'kysely';

/** Owner: shipping. SIM cards in a drawer of ours, and the parcel that each one left in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sim_stock (
      tenant_id integer not null,
      iccid text not null,
      added_at timestamptz not null,
      added_by text not null,
      shipment_id text,
      used_at timestamptz,
      primary key (tenant_id, iccid)
    )`.execute(db);
  await sql`create index sim_stock_free on sim_stock (tenant_id)
    where used_at is null`.execute(db);
  await sql`create index sim_stock_of_shipment on sim_stock (shipment_id)
    where shipment_id is not null`.execute(db);
}
