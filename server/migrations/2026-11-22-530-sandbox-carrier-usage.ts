import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. What a number used, as the simulated carrier counts it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_usage (
      msisdn text not null,
      kind text not null check (kind in ('data', 'hotspot', 'roaming', 'talk', 'text')),
      starts_at timestamptz not null,
      amount bigint not null check (amount >= 0),
      primary key (msisdn, starts_at, kind)
    )`.execute(db);
}
