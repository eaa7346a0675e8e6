import { sql, type Kysely } from 'kysely';

/** Owner: payments. What customers' banks dispute, by the provider's word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disputes (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      charge_id text not null references charges (id),
      order_id text not null,
      dispute_ref text not null unique,
      status text not null check (status in ('open', 'answered', 'won', 'lost', 'closed')),
      reason text not null,
      amount_cents integer not null,
      opened_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`create index disputes_of_order on disputes (order_id)`.execute(db);
  await sql`create index disputes_of_customer on disputes (tenant_id, customer_id)`.execute(db);
  await sql`create index disputes_open on disputes (opened_at)
    where status in ('open', 'answered')`.execute(db);
}
