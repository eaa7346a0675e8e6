import { sql, type Kysely } from 'kysely';

/** Owner: account. Apartment or unit of the profile address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column street_unit text not null default ''`.execute(db);
}
