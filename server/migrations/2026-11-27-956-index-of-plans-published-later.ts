import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: plans. What a job looks for each minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const on = sql.raw('plan_versions (publish_at) where publish_at is not null');
  await buildIndex(db, 'plan_versions_to_publish', on);
}
