import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines. A line's paid times are rows, its suspensions are reasons. The first period of a new
 * line is paid before it begins, so it has no times yet. A line that is paid gets the period that runs (479).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_periods (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      number integer not null check (number > 0),
      starts_at timestamptz,
      ends_at timestamptz check (ends_at >= starts_at),
      plan_id text not null,
      plan_name text not null,
      price_cents integer not null check (price_cents >= 0),
      paid_cents integer not null check (paid_cents >= 0),
      order_id text,
      taken_back_at timestamptz,
      created_at timestamptz not null,
      check ((starts_at is null) = (ends_at is null))
    )`.execute(db);
  await sql`create unique index line_periods_paid_once on line_periods (line_id, number)
    where taken_back_at is null`.execute(db);
  await sql`create index line_periods_of_order on line_periods (order_id)`.execute(db);
  await sql`
    create table line_suspensions (
      line_id text not null references lines (id),
      tenant_id integer not null,
      reason text not null check (reason in ('unpaid', 'blocked', 'by_operator')),
      since timestamptz not null,
      primary key (line_id, reason)
    )`.execute(db);
  await sql`alter table lines
    add column plan_cents integer,
    add column plan_paid_cents integer,
    add column carrier_suspended boolean not null default false,
    add column released_at timestamptz`.execute(db);
}
