import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';
import type { PaymentNoticeRow } from './rows.ts';

const tables = (db: Query) => db.withTables<{ payment_notices: PaymentNoticeRow }>();

/** False when this notice was taken in before. */
export async function insertNotice(db: Query, row: PaymentNoticeRow): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('payment_notices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Notices that no provider repeats any more. */
export async function dropNotices(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'payment_notices', sql`received_at < ${before}`);
}
