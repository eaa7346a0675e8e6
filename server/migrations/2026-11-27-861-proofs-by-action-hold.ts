import { sql, type Kysely } from 'kysely';

/** Owner: sessions. Beside customers: what was added as not valid holds for all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      validate constraint sessions_opened_by,
      validate constraint sessions_proof_by`.execute(db);
}
