import type { TransactionKind } from '@portside/contract/payments';
import { sql, type ColumnType } from 'kysely';
import { clearAway } from '../db/clearing.ts';
import type { Query } from '../db/database.ts';
import type { BillLine } from '../payments/bill-lines.ts';
import type { OrderDetails } from './store.ts';

type Json<T> = ColumnType<T, string, string>;

export interface QuoteRow {
  id: string;
  tenant_id: number;
  kind: TransactionKind;
  /** For a line's quote; null for a cart's. */
  line_id: string | null;
  pays_for: string | null;
  details: OrderDetails;
  cart_id: string;
  plan_id: string;
  plan_name: string;
  plan_flag: number;
  zip_code: string;
  state: string;
  promo_code: string;
  lines: BillLine[];
  total_cents: number;
  estimated: boolean;
  created_at: Date;
  expires_at: Date;
}

const tables = (db: Query) =>
  db.withTables<{
    quotes: Omit<QuoteRow, 'lines' | 'details'> & {
      lines: Json<BillLine[]>;
      details: Json<OrderDetails>;
    };
  }>();

/** All or none. */
export async function insertQuotes(db: Query, rows: readonly QuoteRow[]): Promise<void> {
  await tables(db)
    .insertInto('quotes')
    .values(
      rows.map((row) => ({
        ...row,
        lines: JSON.stringify(row.lines),
        details: JSON.stringify(row.details),
      })),
    )
    .execute();
}

export function quoteById(db: Query, tenant: number, id: string): Promise<QuoteRow | undefined> {
  return tables(db)
    .selectFrom('quotes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** In no order. */
export function quotesById(db: Query, tenant: number, ids: readonly string[]): Promise<QuoteRow[]> {
  return tables(db)
    .selectFrom('quotes')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', 'in', ids)
    .execute();
}

export async function deleteQuotes(db: Query, expiredBefore: Date): Promise<void> {
  await clearAway(db, 'quotes', sql`expires_at < ${expiredBefore}`);
}
