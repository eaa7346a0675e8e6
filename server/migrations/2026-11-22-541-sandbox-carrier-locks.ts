import { sql, type Kysely } from 'kysely';

/** Owner: adapters/carrier. Lines whose number lock the simulated carrier was told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_carrier_locks (
      msisdn text primary key,
      is_on boolean not null,
      changed_at timestamptz not null
    )`.execute(db);
}
