import { sql, type Kysely } from 'kysely';

/** Owner: plans. What the carrier calls a plan; null: as we do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column carrier_plan_id text`.execute(db);
}
