import { sql, type Kysely } from 'kysely';

/** Owner: texts. Beside customers: what was added as not valid holds for all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts validate constraint texts_delivery_check`.execute(db);
  await sql`
    alter table text_consents
      validate constraint text_consents_ended_by_check`.execute(db);
}
