import { sql, type Kysely } from 'kysely';

/** Owner: lines. How far the owner of an unpaid line was reminded, in days after the end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table line_suspensions
    add column reminded_days integer not null default 0`.execute(db);
}
