import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: lines. What every five minutes asks of all lines: whom the carrier may not know of yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'lines_paused', sql`lines (id) where status = 'suspended'`);
  await buildIndex(
    db,
    'lines_unreleased',
    sql`lines (id) where status = 'ended' and released_at is null and activated_at is not null
      and mdn <> ''`,
  );
}
