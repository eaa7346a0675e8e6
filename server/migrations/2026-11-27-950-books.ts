import { sql, type Kysely } from 'kysely';

/** Owner: payments. When all that a bill had taken was back: its taxes and fees are not owed then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table charges add column returned_at timestamptz`.execute(db);
}
