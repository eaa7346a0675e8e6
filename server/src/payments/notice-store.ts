import { sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';
import type { PaymentNoticeRow } from './rows.ts';

const tables = (db: Query) => db.withTables<{ payment_notices: PaymentNoticeRow }>();

export const insertNotice = (db: Query, row: PaymentNoticeRow) =>
  tables(db)
    .insertInto('payment_notices')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id');

export async function dropNotices(db: Query, before: Date): Promise<void> {
  await clearAway(db, 'payment_notices', sql`received_at < ${before}`);
}
