import { sql, type Kysely } from 'kysely';

/** Owner: lines. Beside customers: what was added as not valid holds for all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table line_suspensions
      validate constraint line_suspensions_reason_check`.execute(db);
  await sql`
    alter table line_network_asks
      validate constraint line_network_asks_asked_check`.execute(db);
}
