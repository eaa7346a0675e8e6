import { sql, type Kysely } from 'kysely';

/**
 * Owner: port-in. What this number's old carrier wants to be told, and its name where it is known.
 * Null: what is usual.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table port_ins add column required text, add column donor text`.execute(db);
}
