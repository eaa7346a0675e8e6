import { sql, type Kysely } from 'kysely';

/** Owner: the carrier's sandbox. Where its network is down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_outages (
      zip_prefix text primary key,
      since timestamptz not null
    )`.execute(db);
}
