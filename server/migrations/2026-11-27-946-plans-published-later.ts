import { sql, type Kysely } from 'kysely';

/** Owner: plans. A draft that is to be published at a time, by whom, and why it was not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plan_versions
      add column publish_at timestamptz,
      add column publish_by text,
      add column publish_failed text`.execute(db);
}
