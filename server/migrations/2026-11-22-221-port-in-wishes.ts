import { sql, type Kysely } from 'kysely';

/** Owner: port-in. What was asked, told and tried, so that no process forgets it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table port_ins
    add column cancel_asked_at timestamptz,
    add column cancel_asked_by text check (cancel_asked_by in ('customer', 'expiry')),
    add column told text not null default '',
    add column told_at timestamptz,
    add column retried_since timestamptz,
    add column given_up_at timestamptz`.execute(db);
  // Each of them had an email about where it stands.
  await sql`update port_ins set told = status || ':' || coalesce(reason, ''), told_at = updated_at
    where status <> 'draft'`.execute(db);
  await sql`
    create table port_in_submits (
      seq bigint generated always as identity primary key,
      tenant_id integer not null,
      port_in_id text not null references port_ins (id) on delete cascade,
      customer_id text not null,
      msisdn text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index port_in_submits_number
    on port_in_submits (tenant_id, msisdn, at)`.execute(db);
  await sql`create index port_in_submits_customer
    on port_in_submits (tenant_id, customer_id, at)`.execute(db);
}
