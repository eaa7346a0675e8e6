import { sql, type Kysely } from 'kysely';

/**
 * Owner: promos. A use belongs to the order of a new line, and keeps what it takes off; with `line_id`
 * it goes on at each payment of that line (docs/decisions/0960).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table promos (
      id text primary key,
      tenant_id integer not null,
      code text not null,
      percent_off integer check (percent_off between 1 and 100),
      cents_off integer check (cents_off > 0),
      every_period boolean not null,
      most_uses integer check (most_uses > 0),
      most_each integer check (most_each > 0),
      starts_at timestamptz,
      ends_at timestamptz,
      ended_at timestamptz,
      used integer not null default 0 check (used >= 0),
      version integer not null,
      from_file boolean not null,
      changed_by text not null,
      created_at timestamptz not null,
      check ((percent_off is null) <> (cents_off is null))
    )`.execute(db);
  await sql`create unique index promos_code on promos (tenant_id, code)`.execute(db);
  await sql`
    create table promo_uses (
      order_id text primary key,
      tenant_id integer not null,
      promo_id text not null references promos (id),
      customer_id text not null,
      code text not null,
      percent_off integer,
      cents_off integer,
      every_period boolean not null,
      line_id text,
      used_at timestamptz not null,
      given_back_at timestamptz
    )`.execute(db);
  await sql`create index promo_uses_of_customer on promo_uses (customer_id, promo_id)
    where given_back_at is null`.execute(db);
  await sql`create index promo_uses_of_line on promo_uses (line_id)
    where line_id is not null`.execute(db);
}
