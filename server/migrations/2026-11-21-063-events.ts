import { sql, type Kysely } from 'kysely';

/** Owner: events. What open streams are told; kept for an hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id bigint generated always as identity primary key,
      tenant_id integer not null,
      customer_id text not null,
      kind text not null,
      about text not null,
      status text not null,
      at timestamptz not null
    )`.execute(db);
  await sql`create index events_at on events (at)`.execute(db);
}
