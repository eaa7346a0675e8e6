import type { Work } from '@portside/contract/line-work';
import { sql, type Generated, type Insertable } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import { isOnHold } from './hold-store.ts';

/** What holds the line. */
export type LineWork = Exclude<Work, 'payment' | 'port_in' | 'hold'>;

interface LineWorkRow {
  line_id: string;
  tenant_id: number;
  what: LineWork;
  since: Date;
  /** Begun by another carrier meanwhile, and still under way after it. */
  next: Generated<LineWork | null>;
}

const tables = (db: Query) => db.withTables<{ line_work: LineWorkRow }>();

/** Also what goes on after something else, a number on its way, and a hold; asked of `lines`. */
export const worksOfLine = sql<Work[]>`array_remove(array[
  (select what from line_work where line_work.line_id = lines.id),
  (select next from line_work where line_work.line_id = lines.id),
  case when lines.port_in_id is not null then 'port_in' end,
  case when ${isOnHold} then 'hold' end
]::text[], null)`;

export async function worksOn(db: Query, lineId: string): Promise<Work[]> {
  const { rows } = await sql<{ works: Work[] }>`
    select ${worksOfLine} as works from lines where id = ${lineId}`.execute(db);
  return rows[0]?.works ?? [];
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
