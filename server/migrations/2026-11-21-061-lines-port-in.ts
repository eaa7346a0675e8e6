import { sql, type Kysely } from 'kysely';

/** Owner: lines. The number that is on its way to a line; its port-in writes it here as it turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines
    add column port_in_id text,
    add column port_in_status text,
    add column incoming_mdn text not null default ''`.execute(db);
}
