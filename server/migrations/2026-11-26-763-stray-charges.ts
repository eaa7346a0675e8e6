import { sql, type Kysely } from 'kysely';

/** Owner: payments. Charges with our mark that paid for nothing: they are given back by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stray_charges (
      payment_ref text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      owner_kind text not null,
      owner_id text not null,
      amount_cents integer not null check (amount_cents > 0),
      status text not null check (status in ('found', 'returned', 'failed')),
      refund_ref text,
      found_at timestamptz not null,
      settled_at timestamptz
    )`.execute(db);
  await sql`create index stray_charges_of_customer on stray_charges (tenant_id, customer_id)`.execute(
    db,
  );
}
