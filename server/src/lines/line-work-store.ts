import type { Query, Tx } from '../db/database.ts';

export type LineWork = 'plan_change' | 'sim_replacement' | 'port_out' | 'number_change';

interface LineWorkRow {
  line_id: string;
  tenant_id: number;
  what: LineWork;
  since: Date;
}

const tables = (db: Query) => db.withTables<{ line_work: LineWorkRow }>();

export async function workOn(db: Query, lineId: string): Promise<LineWork | undefined> {
  const row = await tables(db)
    .selectFrom('line_work')
    .select('what')
    .where('line_id', '=', lineId)
    .executeTakeFirst();
  return row?.what;
}

/** @throws a unique violation when something is under way */
export async function insertWork(tx: Tx, row: LineWorkRow): Promise<void> {
  await tables(tx).insertInto('line_work').values(row).execute();
}

export async function deleteWork(tx: Tx, lineId: string, what: LineWork): Promise<void> {
  await tables(tx)
    .deleteFrom('line_work')
    .where('line_id', '=', lineId)
    .where('what', '=', what)
    .execute();
}
