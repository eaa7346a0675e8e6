import { sql, type Kysely } from 'kysely';

/** Owner: lines. Whether the carrier may know a line whose answer has not come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lines add column carrier_asked_at timestamptz`.execute(db);
}
