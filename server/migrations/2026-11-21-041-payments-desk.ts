import { sql, type Kysely } from 'kysely';

/** Owner: payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table card_setups (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      session_id text not null unique,
      status text not null check (status in ('open', 'complete', 'failed')),
      card_id text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index card_setups_open on card_setups (created_at)
    where status = 'open'`.execute(db);
  // A search of the order history walks one of these for each item or amount that it found.
  await sql`create index transactions_of_item
    on transactions (tenant_id, customer_id, item, transaction_time desc, id desc)`.execute(db);
  await sql`create index transactions_of_amount
    on transactions (tenant_id, customer_id, final_cents, transaction_time desc, id desc)`.execute(
    db,
  );
}
