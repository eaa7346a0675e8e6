import { sql, type Kysely } from 'kysely';

/**
 * Owners: lines and number-change, for the key under which the carrier keeps the number that was
 * chosen; adapters/carrier for what the simulated carrier offers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column kept_number text`.execute(db);
  await sql`alter table number_changes add column kept_number text`.execute(db);
  await sql`
    create table sandbox_carrier_number_holds (
      msisdn text primary key,
      key text not null,
      zip_code text not null,
      until timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_carrier_number_holds_key
    on sandbox_carrier_number_holds (key)`.execute(db);
}
