import { sql, type Kysely } from 'kysely';

/**
 * Owner: credit. Each entry says what there is after it, which is never below zero. What could not
 * be taken from credit that is spent stands as owed, by its cause.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_entries add column balance_cents integer`.execute(db);
  await sql`alter table credit_entries
    add constraint credit_entries_not_below_zero check (balance_cents >= 0) not valid`.execute(db);
  await sql`alter table credit_entries drop constraint credit_entries_reason_check`.execute(db);
  await sql`alter table credit_entries add constraint credit_entries_reason_check check (reason in
    ('refund', 'unused_days', 'goodwill', 'used', 'returned', 'corrected')) not valid`.execute(db);
  await sql`
    create table credit_corrections (
      cause text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      corrected_cents integer not null,
      owed_cents integer not null check (owed_cents >= 0),
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index credit_corrections_of_customer
    on credit_corrections (tenant_id, customer_id)`.execute(db);
  await sql`create index credit_corrections_owed on credit_corrections (created_at)
    where owed_cents > 0`.execute(db);
}
