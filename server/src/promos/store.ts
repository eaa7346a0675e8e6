import { sql } from 'kysely';
import type { Query, Tx } from '../db/database.ts';

/** One of the two is set. */
interface Off {
  percent_off: number | null;
  cents_off: number | null;
}

export interface PromoRow extends Off {
  id: string;
  tenant_id: number;
  code: string;
  every_period: boolean;
  /** In all, and by one customer; null: as often as they like. */
  most_uses: number | null;
  most_each: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  /** By hand. */
  ended_at: Date | null;
  used: number;
  version: number;
  /** As the brand's file has it: the console has not changed it. */
  from_file: boolean;
  changed_by: string;
  created_at: Date;
}

export interface UseRow extends Off {
  order_id: string;
  tenant_id: number;
  promo_id: string;
  customer_id: string;
  code: string;
  every_period: boolean;
  /** Once the order is paid, of a code for every period. */
  line_id: string | null;
  used_at: Date;
  given_back_at: Date | null;
}

const tables = (db: Query) => db.withTables<{ promos: PromoRow; promo_uses: UseRow }>();

export function promosOf(db: Query, tenant: number): Promise<PromoRow[]> {
  return tables(db)
    .selectFrom('promos')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
}

export function promoOfCode(
  db: Query,
  tenant: number,
  code: string,
): Promise<PromoRow | undefined> {
  return tables(db)
    .selectFrom('promos')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('code', '=', code)
    .executeTakeFirst();
}

export function lockPromo(tx: Tx, tenant: number, id: string): Promise<PromoRow | undefined> {
  return tables(tx)
    .selectFrom('promos')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function hasPromos(db: Query, tenant: number, now: Date): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('promos')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', now)]))
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .where((where) =>
      where.or([where('most_uses', 'is', null), where('used', '<', where.ref('most_uses'))]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** @returns false when there is one of this code */
export async function insertPromo(tx: Tx, row: PromoRow): Promise<boolean> {
  const added = await tables(tx)
    .insertInto('promos')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'code']).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export async function setPromo(tx: Tx, id: string, values: Partial<PromoRow>): Promise<void> {
  await tables(tx).updateTable('promos').set(values).where('id', '=', id).execute();
}

export async function usesOf(
  db: Query,
  promoId: string,
  customerId: string,
  butOrder: string,
): Promise<number> {
  const row = await tables(db)
    .selectFrom('promo_uses')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('promo_id', '=', promoId)
    .where('given_back_at', 'is', null)
    .where('order_id', '!=', butOrder)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** An order that was declined may be placed again, with another code. */
export async function putUse(tx: Tx, row: UseRow): Promise<void> {
  const { order_id: _id, ...values } = row;
  await tables(tx)
    .insertInto('promo_uses')
    .values(row)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
    .execute();
}

export function useOfOrder(db: Query, orderId: string): Promise<UseRow | undefined> {
  return tables(db)
    .selectFrom('promo_uses')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('given_back_at', 'is', null)
    .executeTakeFirst();
}

export function useOfLine(db: Query, lineId: string): Promise<UseRow | undefined> {
  return tables(db)
    .selectFrom('promo_uses')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('given_back_at', 'is', null)
    .executeTakeFirst();
}

/** Whether there is one. */
export const isUsedOnLine = (lineId: string) => sql<boolean>`exists (
  select from promo_uses where line_id = ${lineId} and given_back_at is null
)`;

/** @returns false when it was given back before */
export async function endUse(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const ended = await tables(tx)
    .updateTable('promo_uses')
    .set({ given_back_at: now })
    .where('order_id', '=', orderId)
    .where('given_back_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

export async function setLine(tx: Tx, orderId: string, lineId: string): Promise<void> {
  await tables(tx)
    .updateTable('promo_uses')
    .set({ line_id: lineId })
    .where('order_id', '=', orderId)
    .where('every_period', '=', true)
    .where('given_back_at', 'is', null)
    .execute();
}

export async function moveUses(tx: Tx, tenant: number, from: string, to: string): Promise<void> {
  await tables(tx)
    .updateTable('promo_uses')
    .set({ customer_id: to })
    .where('tenant_id', '=', tenant)
    .where('customer_id', '=', from)
    .execute();
}
