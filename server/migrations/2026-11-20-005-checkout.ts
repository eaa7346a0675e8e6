import { sql, type Kysely } from 'kysely';

/** Owner: checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quotes (
      id text primary key,
      tenant_id integer not null,
      cart_id text not null,
      plan_id text not null,
      plan_name text not null,
      plan_flag integer not null,
      zip_code text not null,
      state text not null,
      promo_code text not null default '',
      lines jsonb not null,
      total_cents integer not null check (total_cents >= 0),
      estimated boolean not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index quotes_expiry on quotes (expires_at)`.execute(db);
  await sql`
    create table orders (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      cart_id text not null,
      status text not null check (status in
        ('placed', 'confirm', 'paid', 'declined', 'cancelled', 'refunding', 'refunded')),
      attempt integer not null,
      quote jsonb not null,
      line jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (tenant_id, customer_id, cart_id)
    )`.execute(db);
  await sql`create index orders_unfinished on orders (updated_at)
    where status in ('placed', 'confirm', 'refunding')`.execute(db);
}
