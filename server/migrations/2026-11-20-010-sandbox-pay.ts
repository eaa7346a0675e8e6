import { sql, type Kysely } from 'kysely';

/** Owner: adapters/payment. What the simulated provider knows; of a card never its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const card = sql`
      network text,
      last4_digits text not null,
      expiry text not null,
      cardholder_name text not null,
      behaviour text not null`;
  await sql`
    create table sandbox_pay_customers (
      ref text primary key,
      key text not null unique,
      email text not null,
      name text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sandbox_pay_tokens (
      token text primary key,
      ${card},
      used_by text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table sandbox_pay_cards (
      ref text primary key,
      customer_ref text not null references sandbox_pay_customers (ref),
      ${card},
      created_at timestamptz not null,
      detached_at timestamptz
    )`.execute(db);
  await sql`create index sandbox_pay_cards_of on sandbox_pay_cards (customer_ref)`.execute(db);
  await sql`
    create table sandbox_pay_charges (
      ref text primary key,
      key text not null unique,
      fingerprint text not null,
      customer_ref text not null references sandbox_pay_customers (ref),
      amount_cents integer not null check (amount_cents > 0),
      order_id text not null,
      description text not null,
      return_url text not null,
      status text not null
        check (status in ('processing', 'confirm', 'paid', 'declined', 'cancelled')),
      reason text,
      ${card},
      save_card boolean not null,
      saved_card_ref text,
      settle_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_pay_charges_due on sandbox_pay_charges (settle_at)
    where status = 'processing'`.execute(db);
  await sql`
    create table sandbox_pay_refunds (
      ref text primary key,
      key text not null unique,
      charge_ref text not null references sandbox_pay_charges (ref),
      amount_cents integer not null,
      status text not null check (status in ('refunded', 'failed')),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_pay_refunds_of on sandbox_pay_refunds (charge_ref)`.execute(db);
  await sql`
    create table sandbox_pay_setups (
      id text primary key,
      key text not null unique,
      customer_ref text not null references sandbox_pay_customers (ref),
      success_url text not null,
      failure_url text not null,
      status text not null check (status in ('open', 'complete', 'failed')),
      card_ref text,
      expires_at timestamptz not null,
      created_at timestamptz not null
    )`.execute(db);
}
