import type { NoticeKind } from '@portside/contract/notices';
import { type ColumnType, sql } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query, Tx } from '../db/database.ts';

export interface NoticeRow {
  id: string;
  tenant_id: number;
  kind: NoticeKind;
  /** Null: for all. */
  zip_prefix: string | null;
  texts: { en?: string; es?: string };
  from_at: Date;
  until_at: Date;
  changed_at: Date;
  changed_by: string;
}

const tables = (db: Query) =>
  db.withTables<{
    notices: Omit<NoticeRow, 'texts'> & {
      texts: ColumnType<NoticeRow['texts'], string, string>;
    };
  }>();

/** Of all brands: those that are not over. */
export const openNotices = (db: Query, now: Date): Promise<NoticeRow[]> =>
  tables(db)
    .selectFrom('notices')
    .selectAll()
    .where('until_at', '>', now)
    .orderBy('from_at')
    .orderBy('id')
    .execute();

/** The one that ends last comes first. */
export const noticesOf = (db: Query, tenant: number, limit: number): Promise<NoticeRow[]> =>
  tables(db)
    .selectFrom('notices')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('until_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const lockNotice = (tx: Tx, tenant: number, id: string): Promise<NoticeRow | undefined> =>
  tables(tx)
    .selectFrom('notices')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function insertNotice(tx: Tx, row: NoticeRow): Promise<void> {
  await tables(tx)
    .insertInto('notices')
    .values({ ...row, texts: JSON.stringify(row.texts) })
    .execute();
}

export async function saveNotice(tx: Tx, { id, ...row }: NoticeRow): Promise<void> {
  await tables(tx)
    .updateTable('notices')
    .set({ ...row, texts: JSON.stringify(row.texts) })
    .where('id', '=', id)
    .execute();
}

export const clearNotices = (db: Query, overSince: Date): Promise<number> =>
  clearAway(db, 'notices', sql`until_at < ${overSince}`);
