import { sql, type Kysely } from 'kysely';

/**
 * Owner: add-ons. What was bought for a line, once for each 30 days. A recurring one that was bought
 * again follows the one before, and each is followed once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_add_ons (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      add_on_id text not null,
      name text not null,
      price_cents integer not null,
      megabytes integer,
      recurring boolean not null,
      order_id text not null references orders (id),
      follows text references line_add_ons (id),
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      stopped_at timestamptz,
      taken_back_at timestamptz,
      carrier_told_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index line_add_ons_of_line on line_add_ons (line_id, ends_at)`.execute(db);
  await sql`create index line_add_ons_of_order on line_add_ons (order_id)`.execute(db);
  await sql`create unique index line_add_ons_followed_once on line_add_ons (follows)
    where taken_back_at is null`.execute(db);
  await sql`create index line_add_ons_to_tell on line_add_ons (created_at)
    where carrier_told_at is null`.execute(db);
}
