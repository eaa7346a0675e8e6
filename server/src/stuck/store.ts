import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';

export interface MarkRow {
  tenant_id: number;
  item_id: string;
  assigned_to: string | null;
  snoozed_until: Date | null;
  updated_at: Date;
}

export interface NoteRow {
  id: string;
  tenant_id: number;
  item_id: string;
  author: string;
  note: string;
  at: Date;
}

const tables = (db: Query) => db.withTables<{ stuck_marks: MarkRow; stuck_notes: NoteRow }>();

export const marksOf = (db: Query, tenant: number, itemIds: readonly string[]) =>
  tables(db)
    .selectFrom('stuck_marks')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('item_id', 'in', itemIds)
    .execute();

/** The row, which is made where there is none, and locked. */
export async function lockMark(
  tx: Tx,
  tenant: number,
  itemId: string,
  now: Date,
): Promise<MarkRow> {
  const fresh = { tenant_id: tenant, item_id: itemId, assigned_to: null, snoozed_until: null };
  return tables(tx)
    .insertInto('stuck_marks')
    .values({ ...fresh, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'item_id']).doUpdateSet({ updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setMark(
  tx: Tx,
  { tenant_id, item_id }: Pick<MarkRow, 'tenant_id' | 'item_id'>,
  values: Partial<Pick<MarkRow, 'assigned_to' | 'snoozed_until'>>,
): Promise<void> {
  await tables(tx)
    .updateTable('stuck_marks')
    .set(values)
    .where('tenant_id', '=', tenant_id)
    .where('item_id', '=', item_id)
    .execute();
}

export async function insertNote(tx: Tx, row: NoteRow): Promise<void> {
  await tables(tx).insertInto('stuck_notes').values(row).execute();
}

export const notesOf = (db: Query, tenant: number, itemIds: readonly string[]) =>
  tables(db)
    .selectFrom('stuck_notes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('item_id', 'in', itemIds)
    .orderBy('at')
    .orderBy('id')
    .execute();

export async function dropMarks(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'stuck_marks', sql`updated_at < ${before}`);
  await clearAway(db, 'stuck_notes', sql`at < ${before}`);
}
