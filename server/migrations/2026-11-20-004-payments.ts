import { sql, type Kysely } from 'kysely';

/** Owner: payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_customers (
      customer_id text primary key references customers (id),
      tenant_id integer not null,
      ref text not null
    )`.execute(db);
  await sql`
    create table cards (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      ref text not null unique,
      primary_card boolean not null,
      cardholder_name text not null,
      last4_digits text not null,
      expiry text not null,
      network text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index cards_of_customer on cards (tenant_id, customer_id)`.execute(db);
  await sql`create unique index cards_primary on cards (customer_id) where primary_card`.execute(
    db,
  );
  await sql`
    create table charges (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      order_id text not null,
      attempt integer not null,
      idempotency_key text not null,
      amount_cents integer not null check (amount_cents >= 0),
      item text not null,
      amounts jsonb not null,
      method jsonb not null,
      status text not null check (status in
        ('requested', 'processing', 'confirm', 'paid', 'declined', 'cancelled', 'refunded')),
      payment_ref text unique,
      redirect_url text,
      reason text,
      created_at timestamptz not null,
      settled_at timestamptz,
      unique (order_id, attempt),
      unique (order_id, idempotency_key)
    )`.execute(db);
  await sql`create index charges_open on charges (created_at)
    where status in ('requested', 'processing', 'confirm')`.execute(db);
  await sql`
    create table transactions (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      charge_id text unique,
      order_id text,
      item text not null,
      transaction_time timestamptz not null,
      successful boolean not null,
      amounts jsonb not null,
      final_cents integer not null,
      network text,
      last4_digits text not null
    )`.execute(db);
  await sql`create index transactions_of_customer
    on transactions (tenant_id, customer_id, transaction_time desc, id desc)`.execute(db);
  await sql`create index transactions_of_order on transactions (order_id)`.execute(db);
  await sql`
    create table payment_notices (
      id text primary key,
      about text not null,
      ref text not null,
      received_at timestamptz not null
    )`.execute(db);
}
