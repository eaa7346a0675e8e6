import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { boughtWithOrder } from './purchase-store.ts';
import * as store from './store.ts';

/* Several lines bought at once: an order for each, and the first one's payment for all (P03). */

type Row = store.OrderRow;

/** The order whose payment it is paid with: its own, or the first one's of its purchase. */
export const leadIdOf = ({ id, paid_with }: Pick<Row, 'id' | 'paid_with'>): string =>
  paid_with ?? id;

/** Which line of its purchase it is, from 1. */
const placeOf = ({ paid_with, cart_id }: Pick<Row, 'paid_with' | 'cart_id'>): number =>
  paid_with === null ? 1 : Number(cart_id.split(' ')[1]);

/** No call can name it. */
export const cartIdOf = (cartId: string, place: number): string =>
  place === 1 ? cartId : `${cartId} ${place}`;

/** All lines of the cart, also one that it has no more. */
export const isOfCart = ({ cart_id }: Pick<Row, 'cart_id'>, cartId: string): boolean =>
  cart_id.replace(/ \d$/, '') === cartId;

/** The first one first. */
export async function ordersOfPurchase(db: Query, leadId: string): Promise<Row[]> {
  return inTheirOrder(await store.ordersPaidWith(db, [leadId]));
}

/** An order that they may see, with all lines of its purchase. */
export interface Purchase {
  readonly order: Row;
  /** The one whose payment it is. */
  readonly lead: Row;
  /** The first one first. */
  readonly all: readonly Row[];
}

/** Undefined also for another customer's order. */
export async function findPurchase(
  db: Query,
  who: Owner,
  orderId: string,
): Promise<Purchase | undefined> {
  const all = inTheirOrder(await boughtWithOrder(db, who, orderId));
  const order = all.find(({ id }) => id === orderId);
  return order && { order, lead: all.find(({ id }) => id === leadIdOf(order)) ?? order, all };
}

/** To be locked before their charges. The first one first. */
export async function lockPurchase(tx: Tx, leadId: string): Promise<Row[]> {
  return inTheirOrder(await store.lockOrdersPaidWith(tx, leadId));
}

/** Of one purchase. */
export const inTheirOrder = (orders: readonly Row[]): Row[] =>
  orders.toSorted((one, other) => placeOf(one) - placeOf(other));
