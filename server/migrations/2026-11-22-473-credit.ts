import { sql, type Kysely } from 'kysely';

/** Owner: credit. A ledger that only grows: each cause stands in it once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_entries (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      cents integer not null check (cents <> 0),
      reason text not null check (reason in ('refund', 'unused_days', 'goodwill', 'used', 'returned')),
      cause text not null,
      note text not null default '',
      created_at timestamptz not null,
      unique (reason, cause)
    )`.execute(db);
  await sql`create index credit_entries_of_customer
    on credit_entries (tenant_id, customer_id, created_at)`.execute(db);
}
