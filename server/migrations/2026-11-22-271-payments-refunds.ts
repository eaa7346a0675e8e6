import { sql, type Kysely } from 'kysely';

/** Owner: payments. Each try to give money back, with how it ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges drop constraint charges_status_check`.execute(db);
  await sql`alter table charges add constraint charges_status_check check (status in
    ('requested', 'processing', 'confirm', 'paid', 'declined', 'rejected', 'cancelled',
     'refunding', 'refund_failed', 'refunded'))`.execute(db);
  await sql`
    create table refunds (
      id text primary key,
      tenant_id integer not null,
      charge_id text not null references charges (id),
      order_id text not null,
      number integer not null,
      key text not null unique,
      amount_cents integer not null check (amount_cents > 0),
      status text not null check (status in
        ('requested', 'pending', 'refunded', 'failed', 'by_hand')),
      origin text not null check (origin in ('ours', 'provider')),
      refund_ref text unique,
      reason text,
      operator text not null default '',
      note text not null default '',
      created_at timestamptz not null,
      settled_at timestamptz,
      unique (charge_id, number)
    )`.execute(db);
  // What was under way goes on under the key that the provider knows already.
  await sql`
    insert into refunds (id, tenant_id, charge_id, order_id, number, key, amount_cents, status,
      origin, created_at, settled_at)
    select 'rfd_' || charges.id, charges.tenant_id, charges.id, charges.order_id, 1,
      'refund:' || charges.order_id || ':' || charges.attempt, charges.amount_cents,
      case when charges.status = 'refunded' then 'refunded' else 'requested' end,
      'ours', orders.updated_at,
      case when charges.status = 'refunded' then orders.updated_at end
    from charges join orders on orders.id = charges.order_id and orders.attempt = charges.attempt
    where charges.status = 'refunded' or (charges.status = 'paid' and orders.status = 'refunding')`.execute(
    db,
  );
  await sql`
    update charges set status = 'refunding' from orders
    where orders.id = charges.order_id and orders.attempt = charges.attempt
      and orders.status = 'refunding' and charges.status = 'paid'`.execute(db);
}
