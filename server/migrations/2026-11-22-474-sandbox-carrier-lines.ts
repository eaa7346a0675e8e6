import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. A line that the simulated carrier was told to stop, or to give up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_lines (
      msisdn text primary key,
      state text not null check (state in ('active', 'suspended', 'released')),
      changed_at timestamptz not null
    )`.execute(db);
}
