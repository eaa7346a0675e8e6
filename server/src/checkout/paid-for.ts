import type { HandedIn } from '../app.ts';
import { linesPaidFor, type LinePaidFor } from '../lines/paid-line.ts';
import * as store from './store.ts';

export type PaidFor = ReadonlyMap<string, LinePaidFor>;

export const paidFor: HandedIn['paidFor'] = async (db, owner, orderIds) => {
  const orders = orderIds.length === 0 ? [] : await store.linesOfOrders(db, owner, orderIds);
  const known = await linesPaidFor(db, owner, orders);
  return new Map(known.map((one) => [one.orderId, one]));
};
