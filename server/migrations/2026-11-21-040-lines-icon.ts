import { sql, type Kysely } from 'kysely';

/** Owner: lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column icon text not null default 'phone'`.execute(db);
}
