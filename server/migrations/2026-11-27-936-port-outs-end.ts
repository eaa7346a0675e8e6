import { sql, type Kysely } from 'kysely';

/** Owner: port-out. A request that goes no further holds its line until `ends_at`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table port_outs add column ends_at timestamptz`.execute(db);
  await sql`alter table port_outs add column let_go_at timestamptz`.execute(db);
}
