import { sql, type Kysely } from 'kysely';

/** Owner: plans. What the carrier calls an add-on; null: as we do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table add_ons add column carrier_add_on_id text`.execute(db);
}
