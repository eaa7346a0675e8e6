import { sql, type Kysely } from 'kysely';

/** Owner: lines. Whose line it is, as it was ordered; empty where it is the account's owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines
    add column first_name text not null default '',
    add column last_name text not null default ''`.execute(db);
}
