import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: plans. A draft that is to be published at a time, by whom, and why it was not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plan_versions
      add column if not exists publish_at timestamptz,
      add column if not exists publish_by text,
      add column if not exists publish_failed text`.execute(db);
  await buildIndex(
    db,
    'plan_versions_to_publish',
    sql.raw('plan_versions (publish_at) where publish_at is not null'),
  );
}
