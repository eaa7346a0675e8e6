import { sql, type Kysely } from 'kysely';

/**
 * Owner: lines. A period that a plan change cut short keeps the times it had, which change cut it,
 * and what its unused days were worth: they come back when that change is taken back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table line_periods
    add column was_from timestamptz,
    add column was_to timestamptz,
    add column cut_by text,
    add column cut_cents integer`.execute(db);
}
