import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines; the column of orders is checkout's. A line that its holder gives to a person, who uses or
 * manages it with an account of their own (docs/decisions/0985). It stays in the holder's account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_members (
      id text primary key,
      tenant_id integer not null,
      line_id text not null references lines (id),
      customer_id text not null references customers (id),
      email text not null,
      role text not null check (role in ('user', 'manager')),
      state text not null check (state in (
        'invited', 'accepted', 'declined', 'withdrawn', 'expired', 'dropped', 'left', 'taken_back')),
      invited_at timestamptz not null,
      until timestamptz not null,
      due_at timestamptz,
      accepted_at timestamptz,
      ended_at timestamptz,
      member_customer_id text references customers (id),
      check ((state in ('invited', 'accepted')) = (ended_at is null)),
      check (state <> 'accepted' or (member_customer_id is not null and accepted_at is not null))
    )`.execute(db);
  await sql`create unique index line_members_open on line_members (line_id)
    where ended_at is null`.execute(db);
  await sql`create index line_members_of_line on line_members (line_id, invited_at)`.execute(db);
  await sql`create index line_members_by_holder on line_members (customer_id, invited_at)`.execute(
    db,
  );
  await sql`create index line_members_by_member on line_members (member_customer_id)
    where member_customer_id is not null`.execute(db);
  await sql`create index line_members_to on line_members (tenant_id, email)
    where state = 'invited'`.execute(db);
  await sql`create index line_members_due on line_members (due_at)
    where ended_at is null and due_at is not null`.execute(db);
  await sql`create index line_members_nobody on line_members (invited_at)
    where state = 'invited' and email = ''`.execute(db);
  await sql`create index line_members_over on line_members (ended_at)
    where accepted_at is null`.execute(db);
  // Who paid, where that is not whose line it is.
  await sql`alter table orders add column payer_customer_id text`.execute(db);
}
