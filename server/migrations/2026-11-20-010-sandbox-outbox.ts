import { sql, type Kysely } from 'kysely';

/** Owner: adapters/sandbox. Notices of the simulated services on their way to us, and their moods. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_notices (
      seq bigint generated always as identity primary key,
      id text not null unique,
      service text not null check (service in ('payment', 'carrier')),
      about text not null,
      body text not null,
      deliver_at timestamptz not null,
      tries integer not null default 0,
      deliveries integer not null default 0,
      done boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_notices_due on sandbox_notices (deliver_at) where not done`.execute(
    db,
  );
  await sql`
    create table sandbox_modes (
      service text primary key check (service in ('payment', 'carrier')),
      mode text not null check (mode in ('none', 'down', 'slow'))
    )`.execute(db);
}
