import type { Query, Tx } from '../db/database.ts';
import type { Begun } from './begun.ts';

interface BegunRow {
  line_id: string;
  what: Begun;
  tenant_id: number;
  session_id: string;
  at: Date;
}

const tables = (db: Query) => db.withTables<{ moves_begun: BegunRow }>();

/** The latest counts: what was begun before is over, or could not begin again. */
export async function noteBegun(tx: Tx, row: BegunRow): Promise<void> {
  const { session_id, at } = row;
  await tables(tx)
    .insertInto('moves_begun')
    .values(row)
    .onConflict((conflict) => conflict.columns(['line_id', 'what']).doUpdateSet({ session_id, at }))
    .execute();
}

export async function begunBy(db: Query, lineId: string, sessionId: string): Promise<Begun[]> {
  const rows = await tables(db)
    .selectFrom('moves_begun')
    .select('what')
    .where('line_id', '=', lineId)
    .where('session_id', '=', sessionId)
    .execute();
  return rows.map(({ what }) => what);
}
