import { sql, type Kysely } from 'kysely';

/** Owner: number-change. Why the carrier refused a change, so that page and email say the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table number_changes
      add column reason text`.execute(db);
  await sql`
    alter table number_changes add constraint number_changes_reason
      check (reason in ('no_numbers', 'other')) not valid`.execute(db);
}
