import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface EntryRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  /** Negative when used. */
  cents: number;
  reason: 'refund' | 'unused_days' | 'goodwill' | 'used' | 'returned';
  /** An order's id, for example. */
  cause: string;
  note: string;
  created_at: Date;
}

const tables = (db: Query) => db.withTables<{ credit_entries: EntryRow }>();

const own = (db: Query, owner: Owner) =>
  tables(db)
    .selectFrom('credit_entries')
    .where('tenant_id', '=', owner.tenant)
    .where('customer_id', '=', owner.customerId);

export function entriesOf(db: Query, owner: Owner): Promise<EntryRow[]> {
  return own(db, owner).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export async function balanceOf(db: Query, owner: Owner): Promise<number> {
  const { balance } = await own(db, owner)
    .select(sql<number>`coalesce(sum(cents), 0)::int`.as('balance'))
    .executeTakeFirstOrThrow();
  return balance;
}

export async function centsOf(
  db: Query,
  { reason, cause }: Pick<EntryRow, 'reason' | 'cause'>,
): Promise<number> {
  const entry = await tables(db)
    .selectFrom('credit_entries')
    .select('cents')
    .where('reason', '=', reason)
    .where('cause', '=', cause)
    .executeTakeFirst();
  return entry?.cents ?? 0;
}

/** False when this cause is there already. */
export async function insertEntry(tx: Tx, row: EntryRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('credit_entries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['reason', 'cause']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function moveEntries(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('credit_entries')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}
