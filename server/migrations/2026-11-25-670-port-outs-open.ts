import { sql, type Kysely } from 'kysely';
import { buildIndex } from '../src/db/build-index.ts';

export const outsideTransaction = true;

/** Owner: port-out. What is asked for every five minutes: few are open, however many there were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await buildIndex(
    db,
    'port_outs_open',
    sql`port_outs (at) where state in ('requested', 'confirmed')`,
  );
}
