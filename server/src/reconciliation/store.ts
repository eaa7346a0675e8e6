import { sql, type ColumnType } from 'kysely';
import type { CustomerBooks } from '../checkout/customer-books.ts';
import type { Query } from '../db/database.ts';
import type { Unread } from './accounts.ts';
import type { Difference } from './comparing.ts';

export interface ReconciliationRow {
  id: string;
  at: Date;
  since: Date;
  until: Date;
  charges: number;
  refunds: number;
  differences: Difference[];
  unread: Unread[];
  customers: CustomerBooks[];
}

const tables = (db: Query) =>
  db.withTables<{
    reconciliations: Omit<ReconciliationRow, 'differences' | 'unread' | 'customers'> & {
      differences: ColumnType<Difference[], string, string>;
      unread: ColumnType<Unread[], string, string>;
      customers: ColumnType<CustomerBooks[], string, string>;
    };
  }>();

export async function insertReconciliation(db: Query, row: ReconciliationRow): Promise<void> {
  await tables(db)
    .insertInto('reconciliations')
    .values({
      ...row,
      differences: JSON.stringify(row.differences),
      unread: JSON.stringify(row.unread),
      customers: JSON.stringify(row.customers),
    })
    .execute();
}

export function lastReconciliation(db: Query): Promise<ReconciliationRow | undefined> {
  return tables(db)
    .selectFrom('reconciliations')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The end of the newest comparison in which every account was read. */
export async function lastWholeUntil(db: Query): Promise<Date | undefined> {
  const row = await tables(db)
    .selectFrom('reconciliations')
    .select('until')
    .where(sql<boolean>`unread = '[]'::jsonb`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.until;
}

export async function firstSince(db: Query): Promise<Date | undefined> {
  const row = await tables(db)
    .selectFrom('reconciliations')
    .select('since')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.since;
}

export async function dropReconciliations(db: Query, before: Date): Promise<void> {
  await tables(db).deleteFrom('reconciliations').where('at', '<', before).execute();
}
