import { sql, type Kysely } from 'kysely';

/** Owner: sign-in. When codes were made; those that new ones took the place of, for a denial. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: with the second step (customers.second_step_since).
  await sql`alter table recovery_codes add column made_at timestamptz`.execute(db);
  await sql`
    create table replaced_recovery_codes (
      customer_id text not null references customers (id),
      tenant_id integer not null,
      hash text not null,
      made_at timestamptz,
      replaced_at timestamptz not null,
      primary key (customer_id, hash)
    )`.execute(db);
}
