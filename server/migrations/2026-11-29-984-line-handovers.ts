import { sql, type Kysely } from 'kysely';

/**
 * Owner: line-handover; the columns are those of lines and add-ons. A line is handed to another account
 * (docs/decisions/0982): the old line ends here and lives on at the carrier, which knows the new one by
 * the key of the old one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_handovers (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      customer_id text not null references customers (id),
      email text not null,
      state text not null
        check (state in ('offered', 'accepted', 'declined', 'withdrawn', 'expired', 'dropped')),
      offered_at timestamptz not null,
      until timestamptz not null,
      ended_at timestamptz,
      taker_customer_id text references customers (id),
      new_line_id text references lines (id),
      check ((state = 'offered') = (ended_at is null)),
      check ((state = 'accepted') = (new_line_id is not null))
    )`.execute(db);
  await sql`create unique index line_handovers_open on line_handovers (line_id)
    where ended_at is null`.execute(db);
  await sql`create index line_handovers_of_line on line_handovers (line_id, offered_at)`.execute(
    db,
  );
  await sql`create index line_handovers_by_giver on line_handovers (customer_id, offered_at)`.execute(
    db,
  );
  await sql`create index line_handovers_by_taker on line_handovers (taker_customer_id)
    where taker_customer_id is not null`.execute(db);
  await sql`create index line_handovers_to on line_handovers (tenant_id, email)
    where ended_at is null`.execute(db);
  await sql`create index line_handovers_until on line_handovers (until)
    where ended_at is null`.execute(db);
  await sql`
    alter table lines
      add column handed_over_at timestamptz,
      add column taken_over_at timestamptz,
      add column carrier_key text`.execute(db);
  // Of a copy: the period that somebody paid for. Whoever may take that payment back, takes it back.
  await sql`alter table line_periods add column handed_from text`.execute(db);
  await sql`
    alter table line_add_ons
      add column carrier_key text,
      add column handed_to text,
      alter column order_id drop not null`.execute(db);
}
