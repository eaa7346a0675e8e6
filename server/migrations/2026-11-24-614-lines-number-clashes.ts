import { sql, type Kysely } from 'kysely';

/** Owner: lines. A line that waits for its number: the carrier gave it one that another line of ours has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table number_clashes (
      line_id text primary key references lines (id),
      tenant_id integer not null,
      holder_id text not null references lines (id),
      mdn text not null,
      since timestamptz not null
    )`.execute(db);
  await sql`create index number_clashes_holder on number_clashes (holder_id)`.execute(db);
}
