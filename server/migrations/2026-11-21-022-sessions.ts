import { sql, type Kysely } from 'kysely';

/** Owners: sessions (sessions, activity, used_proofs), sign-in (passkeys), HTTP's limits (limits). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column agent text,
      add column proven_at timestamptz,
      add column key_thumbprint text,
      add column browser_id text,
      add column last_seen_at timestamptz not null default now()`.execute(db);
  await sql`update sessions set last_seen_at = created_at`.execute(db);
  await sql`alter table sessions alter column last_seen_at drop default`.execute(db);
  await sql`
    create table activity (
      id text primary key,
      tenant_id integer not null,
      customer_id text not null references customers (id),
      at timestamptz not null,
      kind text not null,
      detail jsonb not null,
      network text not null,
      user_agent text not null,
      agent text
    )`.execute(db);
  await sql`create index activity_of_customer on activity (tenant_id, customer_id, id)`.execute(db);
  await sql`
    create table passkeys (
      tenant_id integer not null,
      id text not null,
      customer_id text not null references customers (id),
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      primary key (tenant_id, id)
    )`.execute(db);
  await sql`create index passkeys_of_customer on passkeys (tenant_id, customer_id)`.execute(db);
  // Written at every call and worth nothing after minutes: a crash of the server may lose them.
  await sql`
    create unlogged table used_proofs (
      hash text primary key,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create unlogged table limits (
      key text primary key,
      points integer not null,
      expire bigint
    )`.execute(db);
}
