import { sql, type Kysely } from 'kysely';

/** Owner: sim-replacement. A pause of the account stops it, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sim_replacements
      drop constraint sim_replacements_stop_wanted_by_check,
      add constraint sim_replacements_stop_wanted_by_check
        check (stop_wanted_by in ('customer', 'denied', 'line', 'pause')) not valid`.execute(db);
}
