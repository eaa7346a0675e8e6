import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

export interface ErasureRow {
  customer_id: string;
  tenant_id: number;
  asked_at: Date;
  due_at: Date;
}

const tables = (db: Query) => db.withTables<{ erasures: ErasureRow }>();

export const erasureOf = (
  db: Query,
  { tenant, customerId }: Owner,
): Promise<ErasureRow | undefined> =>
  tables(db)
    .selectFrom('erasures')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();

/** @returns false when it was asked before */
export async function insertErasure(tx: Tx, row: ErasureRow): Promise<boolean> {
  const inserted = await tables(tx)
    .insertInto('erasures')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** @returns false when there was none */
export async function deleteErasure(tx: Tx, { tenant, customerId }: Owner): Promise<boolean> {
  const gone = await tables(tx)
    .deleteFrom('erasures')
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}

export const dueErasures = (db: Query, now: Date, limit: number): Promise<ErasureRow[]> =>
  tables(db)
    .selectFrom('erasures')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();

export const nextErasure = sql<Date | null>`(select min(due_at) from erasures)`;
