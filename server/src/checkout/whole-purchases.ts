import type { Brand } from '../brands/brands.ts';
import type { Query } from '../db/database.ts';
import { dollars } from '../money.ts';
import { allItems } from '../payments/item-words.ts';
import { numberOf } from './find-orders.ts';
import type { StoredStatus } from './order-status.ts';
import { inTheirOrder, leadIdOf, ordersOfPurchase } from './purchase.ts';
import * as store from './store.ts';

type Order = store.OrderRow;

/** For staff: an order that was paid together with others. */
export interface Bought {
  readonly id: string;
  readonly number?: string;
  readonly item: string;
  /** Dollars. */
  readonly amount: number;
  readonly status: StoredStatus;
}

/** The orders of each purchase of several lines, the first one too, by the first one's id. */
export async function boughtTogether(
  db: Query,
  brand: Brand,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, Bought[]>> {
  const purchases = await ordersOfPurchases(db, leadIds);
  return new Map(
    [...purchases].flatMap(([id, all]) =>
      all.length > 1 ? [[id, all.map((order) => boughtOf(brand, order))] as const] : [],
    ),
  );
}

/** What was bought together with this order. */
export async function orderBoughtWith(db: Query, brand: Brand, id: string): Promise<Bought[]> {
  const order = await store.anyOrder(db, id);
  const all = order ? await ordersOfPurchase(db, leadIdOf(order)) : [];
  return all.filter((one) => one.id !== id).map((one) => boughtOf(brand, one));
}

function boughtOf(brand: Brand, order: Order): Bought {
  const number = numberOf(brand, order);
  return {
    id: order.id,
    ...(number && { number }),
    item: order.quote.planName,
    amount: dollars(order.quote.amounts.finalCheckoutAmount),
    status: order.status,
  };
}

/** Each purchase by its first order, that one first; asked for all at once. */
export async function ordersOfPurchases(
  db: Query,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, Order[]>> {
  return byPurchase(await store.ordersPaidWith(db, [...new Set(leadIds)]));
}

/** In the order in which they come. */
export const byPurchase = (orders: readonly Order[]): Map<string, Order[]> =>
  new Map([...Map.groupBy(orders, leadIdOf)].map(([id, all]) => [id, inTheirOrder(all)]));

/** Cents. */
export const sumOf = (orders: readonly Order[]): number =>
  orders.reduce((sum, { quote }) => sum + quote.amounts.finalCheckoutAmount, 0);

/** All plans as one: see `allItems`. */
export const itemOfAll = (orders: readonly Pick<Order, 'quote'>[]): string =>
  allItems(orders.map(({ quote }) => quote.planName));
