import { sql, type Kysely } from 'kysely';

/** Owners: account (customers), sign-in (authenticator_apps, recovery_codes). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customers
    add column second_step text check (second_step in ('app', 'passkey')),
    add column second_step_since timestamptz`.execute(db);
  await sql`
    create table authenticator_apps (
      customer_id text primary key references customers (id),
      tenant_id integer not null,
      secret text,
      pending text,
      pending_at timestamptz,
      last_step bigint not null default 0
    )`.execute(db);
  await sql`
    create table recovery_codes (
      customer_id text not null references customers (id),
      tenant_id integer not null,
      hash text not null,
      used_at timestamptz,
      primary key (customer_id, hash)
    )`.execute(db);
}
