import { sql, type Kysely } from 'kysely';

/** Owner: payments. Beside customers: what was added as not valid holds for all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table charges
      validate constraint charges_advice`.execute(db);
}
