import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: texts. A text by the name that the service gave it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(db, 'texts_ref', sql`texts (ref) where ref is not null`);
}
