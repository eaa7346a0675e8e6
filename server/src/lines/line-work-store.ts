import type { Work } from '@portside/contract/line-work';
import type { Generated, Insertable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** What holds the line. */
export type LineWork = Exclude<Work, 'payment' | 'port_in'>;

interface LineWorkRow {
  line_id: string;
  tenant_id: number;
  what: LineWork;
  since: Date;
  /** Begun by another carrier meanwhile, and still under way after it. */
  next: Generated<LineWork | null>;
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

/** Also what goes on after something else. */
export async function isWorkedOn(db: Query, lineId: string, what: LineWork): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('line_work')
    .select('line_id')
    .where('line_id', '=', lineId)
    .where((is) => is.or([is('what', '=', what), is('next', '=', what)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws a unique violation when something is under way */
export async function insertWork(tx: Tx, row: Insertable<LineWorkRow>): Promise<void> {
  await tables(tx).insertInto('line_work').values(row).execute();
}

/** Now, or after what is under way. */
export async function insertWorkOrNext(tx: Tx, row: Insertable<LineWorkRow>): Promise<void> {
  const { what } = row;
  await tables(tx)
    .insertInto('line_work')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('line_id').doUpdateSet({ next: what }).where('line_work.what', '!=', what),
    )
    .execute();
}

/** What comes next goes on. */
export async function deleteWork(tx: Tx, lineId: string, what: LineWork): Promise<void> {
  const ofLine = tables(tx).updateTable('line_work').where('line_id', '=', lineId);
  await ofLine.set({ next: null }).where('next', '=', what).execute();
  await ofLine
    .set((is) => ({ what: is.ref('next').$notNull(), next: null }))
    .where('what', '=', what)
    .where('next', 'is not', null)
    .execute();
  await tables(tx)
    .deleteFrom('line_work')
    .where('line_id', '=', lineId)
    .where('what', '=', what)
    .execute();
}
