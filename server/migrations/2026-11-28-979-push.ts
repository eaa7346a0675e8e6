import { sql, type Kysely } from 'kysely';

/** Owner: push. A brand's keys, and the browsers of customers that get notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_keys (
      tenant_id integer primary key,
      public_key text not null,
      sealed text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table push_subscriptions (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      session_id text not null,
      browser_id text,
      user_agent text not null,
      endpoint_hash text not null unique,
      sealed text not null,
      kinds text not null,
      created_at timestamptz not null,
      used_at timestamptz,
      counted_since timestamptz,
      counted integer not null default 0
    )`.execute(db);
  await sql`
    create index push_subscriptions_customer on push_subscriptions (customer_id)`.execute(db);
  await sql`
    create index push_subscriptions_browser on push_subscriptions (tenant_id, browser_id)
    where browser_id is not null`.execute(db);
}
