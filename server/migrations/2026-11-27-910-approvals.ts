import { sql, type Kysely } from 'kysely';

/** Owner: approvals. Money that staff asked to be given, and who let it be. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approvals (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      kind text not null check (kind in ('refund', 'credit')),
      order_id text,
      item text not null,
      amount_cents integer not null check (amount_cents > 0),
      pays_to text not null check (pays_to in ('card', 'credit')),
      lines jsonb not null,
      reason text not null,
      note text not null,
      status text not null check (status in ('waiting', 'approved', 'declined')),
      part integer,
      asked_by text not null,
      asked_name text not null,
      asked_email text not null,
      asked_key text not null,
      asked_at timestamptz not null,
      decided_by text,
      decided_name text,
      decided_at timestamptz,
      decision text not null,
      check ((kind = 'refund') = (order_id is not null))
    )`.execute(db);
  await sql`create unique index approvals_key
    on approvals (tenant_id, asked_by, asked_key)`.execute(db);
  await sql`create index approvals_waiting on approvals (tenant_id, id)
    where status = 'waiting'`.execute(db);
  await sql`create index approvals_decided on approvals (tenant_id, id)
    where status <> 'waiting'`.execute(db);
  await sql`create index approvals_of_customer
    on approvals (tenant_id, customer_id, asked_at)`.execute(db);
  await sql`create index approvals_of_order on approvals (order_id)
    where order_id is not null`.execute(db);
}
