import { sql, type Kysely } from 'kysely';

/** Owner: codes. What was sent is not here: only keyed hashes of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table codes (
      tenant_id integer not null,
      purpose text not null,
      subject text not null,
      id text not null,
      address text not null,
      hash text,
      tries integer not null default 0,
      asked_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      primary key (tenant_id, purpose, subject)
    )`.execute(db);
  await sql`
    create table tickets (
      hash text primary key,
      tenant_id integer not null,
      purpose text not null,
      subject text not null,
      note text not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index tickets_of_subject on tickets (tenant_id, purpose, subject)`.execute(db);
}
