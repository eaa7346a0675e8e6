import type { Brand } from '../brands/brands.ts';
import type { HandedIn } from '../app.ts';
import type { Query } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import type { NumberedQuote } from './emails.ts';
import { readOrderNumber, writeOrderNumber } from './order-number.ts';
import * as store from './store.ts';

interface FoundOrder {
  readonly id: string;
  readonly owner: Owner;
  readonly at: Date;
  readonly number: string | undefined;
}

/** For staff: an order by its id, or by its number as it was said. Never of another brand. */
export async function findOrder(
  db: Query,
  brand: Brand,
  said: string,
): Promise<FoundOrder | undefined> {
  const row = await orderAsSaid(db, said);
  if (!row || row.tenant_id !== brand.client.mvnoId) return undefined;
  const number = numberOf(brand, row);
  return { id: row.id, owner: ownerOfRow(row), at: row.created_at, number };
}

/** Of any brand. */
export function orderAsSaid(db: Query, said: string): Promise<store.OrderRow | undefined> {
  const counted = readOrderNumber(said);
  return counted === undefined ? store.anyOrder(db, said) : store.orderOfNumber(db, counted);
}

export const numberOf = (
  brand: Pick<Brand, 'id'>,
  { number }: Pick<store.OrderRow, 'number'>,
): string | undefined => (number === null ? undefined : writeOrderNumber(brand, number));

const numbersById = (
  brand: Brand,
  rows: readonly Pick<store.OrderRow, 'id' | 'number'>[],
): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap((row) => {
      const number = numberOf(brand, row);
      return number === undefined ? [] : [[row.id, number] as const];
    }),
  );

/** For staff: of anybody's orders, by id. */
export async function numbersInBrand(
  db: Query,
  brand: Brand,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await store.numbersInBrand(db, brand.client.mvnoId, ids);
  return numbersById(brand, rows);
}

/** For its emails. */
export const numbered = (brand: Brand, row: store.OrderRow): NumberedQuote => ({
  ...row.quote,
  orderNumber: numberOf(brand, row),
});

export const orderNumbers: HandedIn['orderNumbers'] = async (app, db, owner, orderIds) => {
  // Seeds and imports know no orders.
  if (orderIds.length === 0) return new Map();
  const brand = app.brands.byTenant(owner.tenant);
  const rows = await store.numbersOfOrders(db, owner, orderIds);
  return numbersById(brand, rows);
};
