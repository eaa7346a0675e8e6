import { sql, type Kysely } from 'kysely';

/** Owner: staff. Who works in the console, and their sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table staff (
      id text primary key,
      tenant_id integer not null,
      email text not null,
      name text not null,
      role text not null check (role in ('viewer', 'agent', 'billing', 'admin')),
      password_hash text,
      app_secret text,
      app_step integer not null default 0,
      is_demo boolean not null default false,
      invited_at timestamptz not null,
      joined_at timestamptz,
      removed_at timestamptz
    )`.execute(db);
  await sql`create unique index staff_of_email on staff (tenant_id, email)
    where removed_at is null`.execute(db);
  await sql`
    create table staff_sessions (
      id text primary key,
      tenant_id integer not null,
      staff_id text not null references staff (id),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      unused_until timestamptz not null,
      ended_at timestamptz,
      last_seen_at timestamptz not null,
      proven_at timestamptz not null,
      network text not null,
      user_agent text not null,
      key_thumbprint text
    )`.execute(db);
  await sql`create index staff_sessions_of_staff on staff_sessions (staff_id, created_at)`.execute(
    db,
  );
  await sql`create index staff_sessions_expired on staff_sessions (expires_at)`.execute(db);
}
