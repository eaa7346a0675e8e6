import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines. A line on hold, with what it costs (docs/decisions/0976). An earlier version knows
 * neither the reason nor the ask, and writes neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_holds (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      days integer not null check (days in (30, 60, 90)),
      day_for_each integer not null check (day_for_each > 0),
      began_at timestamptz not null,
      until timestamptz not null,
      confirmed_at timestamptz,
      told_at timestamptz,
      over_at timestamptz,
      why_over text
        check (why_over in ('taken_off', 'time', 'refunded', 'line_ended', 'not_done')),
      check ((over_at is null) = (why_over is null))
    )`.execute(db);
  await sql`create unique index line_holds_open on line_holds (line_id)
    where over_at is null`.execute(db);
  await sql`create index line_holds_of_line on line_holds (line_id)`.execute(db);
  await sql`create index line_holds_until on line_holds (until) where over_at is null`.execute(db);
  await sql`
    alter table line_add_ons
      add column moves integer not null default 0,
      add column megabytes_left integer`.execute(db);
  await sql`
    alter table line_suspensions
      drop constraint line_suspensions_reason_check,
      add constraint line_suspensions_reason_check
        check (reason in ('unpaid', 'blocked', 'by_operator', 'on_hold')) not valid`.execute(db);
  await sql`
    alter table line_network_asks
      drop constraint line_network_asks_asked_check,
      add constraint line_network_asks_asked_check
        check (asked in ('block', 'unblock', 'pause', 'resume', 'hold', 'unhold'))
        not valid`.execute(db);
}
