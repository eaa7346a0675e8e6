import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';
import type { OwnerKind } from './owner.ts';

/** A charge with our mark that no row of ours counts. */
export interface StrayRow {
  payment_ref: string;
  tenant_id: number;
  customer_id: string;
  owner_kind: OwnerKind;
  owner_id: string;
  amount_cents: number;
  status: 'found' | 'returned' | 'failed';
  refund_ref: string | null;
  found_at: Date;
  settled_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ stray_charges: StrayRow }>();

export async function insertStray(tx: Tx, row: StrayRow): Promise<void> {
  await tables(tx)
    .insertInto('stray_charges')
    .values(row)
    .onConflict((conflict) => conflict.column('payment_ref').doNothing())
    .execute();
}

export function strayOf(db: Query, paymentRef: string): Promise<StrayRow | undefined> {
  return tables(db)
    .selectFrom('stray_charges')
    .selectAll()
    .where('payment_ref', '=', paymentRef)
    .executeTakeFirst();
}

/** False when another run has. */
export async function settleStray(
  tx: Tx,
  paymentRef: string,
  values: Pick<StrayRow, 'status' | 'refund_ref' | 'settled_at'>,
): Promise<boolean> {
  const settled = await tables(tx)
    .updateTable('stray_charges')
    .set(values)
    .where('payment_ref', '=', paymentRef)
    .where('status', '=', 'found')
    .executeTakeFirst();
  return settled.numUpdatedRows === 1n;
}

export async function straysNamed(
  db: Query,
  named: { charges: readonly string[]; refunds: readonly string[] },
): Promise<StrayRow[]> {
  const { charges, refunds } = named;
  return tables(db)
    .selectFrom('stray_charges')
    .selectAll()
    .where(
      sql<boolean>`payment_ref = any(${charges}::text[]) or refund_ref = any(${refunds}::text[])`,
    )
    .execute();
}

export function unreturned(db: Query): Promise<StrayRow[]> {
  return tables(db)
    .selectFrom('stray_charges')
    .selectAll()
    .where('status', '!=', 'returned')
    .orderBy('found_at')
    .execute();
}

export async function moveStrays(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('stray_charges')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}
