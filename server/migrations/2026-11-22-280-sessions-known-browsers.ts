import { sql, type Kysely } from 'kysely';

/** Owner: sessions. Browsers in which a customer has logged in, and that nobody has shut out since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_browsers (
      tenant_id integer not null,
      customer_id text not null references customers (id),
      browser_id text not null,
      since timestamptz not null,
      seen_at timestamptz not null,
      primary key (tenant_id, customer_id, browser_id)
    )`.execute(db);
  await sql`
    insert into known_browsers (tenant_id, customer_id, browser_id, since, seen_at)
    select tenant_id, customer_id, browser_id, min(created_at), max(last_seen_at)
    from sessions
    where browser_id is not null and agent is null and ended_at is null
    group by tenant_id, customer_id, browser_id`.execute(db);
  // What was counted until now is worth nothing: its keys were made in another way.
  await sql`delete from limits`.execute(db);
  await sql`alter table limits alter column expire set not null`.execute(db);
}
