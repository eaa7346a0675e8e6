import { sql, type Kysely } from 'kysely';

/** Owner: plans. Null: the plan was put on sale before its file told them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plans add column limits jsonb`.execute(db);
}
