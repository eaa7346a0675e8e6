import { sql, type Kysely } from 'kysely';

/** Owner: line-guard. Which browser began the latest of each kind on a line. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moves_begun (
      line_id text not null references lines (id),
      what text not null,
      tenant_id integer not null,
      session_id text not null,
      at timestamptz not null,
      primary key (line_id, what)
    )`.execute(db);
}
