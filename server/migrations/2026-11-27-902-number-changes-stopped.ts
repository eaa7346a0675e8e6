import { sql, type Kysely } from 'kysely';

/**
 * Owner: number-change. A change that the carrier cannot know of can be stopped. `asking`: who asks
 * the carrier, or may have; an earlier version does not say, and may have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table number_changes add column asking text default 'earlier'`.execute(db);
  await sql`
    alter table number_changes
      drop constraint number_changes_state_check,
      add constraint number_changes_state_check
        check (state in ('asked', 'done', 'refused', 'stopped')) not valid`.execute(db);
}
