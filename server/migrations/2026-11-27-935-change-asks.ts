import { sql, type Kysely } from 'kysely';

/** Owner: lines. A change of SIM or number that the network was asked for and has not confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_change_asks (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      asked text not null check (asked in ('new_sim', 'stop_sim', 'new_number')),
      since timestamptz not null,
      is_late boolean not null default false
    )`.execute(db);
}
