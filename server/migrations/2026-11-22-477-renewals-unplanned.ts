import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: renewals. Few lines wait for their first plan, and each minute asks for them. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  buildIndex(
    db,
    'line_autopay_unplanned',
    sql`line_autopay (updated_at) where is_on and period_ends_at is null`,
  );
