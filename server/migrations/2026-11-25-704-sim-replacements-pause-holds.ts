import { sql, type Kysely } from 'kysely';

/** Owner: sim-replacement. Beside customers: what was added as not valid holds for all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sim_replacements
      validate constraint sim_replacements_stop_wanted_by_check`.execute(db);
}
