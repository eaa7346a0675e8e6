import { sql, type Kysely } from 'kysely';

/** Owner: lines. What the network was asked for and has not confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_network_asks (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      asked text not null check (asked in ('block', 'unblock', 'pause', 'resume')),
      since timestamptz not null,
      tell boolean not null,
      is_late boolean not null default false
    )`.execute(db);
}
