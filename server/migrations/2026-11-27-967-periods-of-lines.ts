import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: lines. All periods of a line, also those that were taken back: each payment asks for them. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  buildIndex(db, 'line_periods_of_line', sql`line_periods (line_id)`);
