import { sql, type Kysely } from 'kysely';

/** Owner: plans. Null: the plan was put on sale where labels were not asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column label jsonb, add column data_gb real`.execute(db);
}
