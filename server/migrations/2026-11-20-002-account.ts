import { sql, type Kysely } from 'kysely';

/** Owners: account (customers), sessions (sessions), sign-in (credentials). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table customers (
      id text primary key,
      tenant_id integer not null,
      email text not null,
      email_verified boolean not null default false,
      first_name text not null,
      last_name text not null,
      contact_number text not null default '',
      street_number text not null default '',
      street_direction text not null default '',
      street_name text not null default '',
      city text not null default '',
      state text not null default '',
      zip_code text not null default '',
      created_at timestamptz not null,
      unique (tenant_id, email)
    )`.execute(db);
  await sql`
    create table sessions (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      network text not null,
      user_agent text not null
    )`.execute(db);
  await sql`create index sessions_of_customer on sessions (tenant_id, customer_id)`.execute(db);
  await sql`
    create table credentials (
      customer_id text primary key references customers (id),
      tenant_id integer not null,
      password_hash text not null,
      changed_at timestamptz not null
    )`.execute(db);
}
