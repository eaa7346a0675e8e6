import { sql, type Kysely } from 'kysely';

/** Owner: lines. At most one thing at a time is under way on a line, beside its orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table line_work (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      what text not null
        check (what in ('plan_change', 'sim_replacement', 'port_out', 'number_change')),
      since timestamptz not null
    )`.execute(db);
}
