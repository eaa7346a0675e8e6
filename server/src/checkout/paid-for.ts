import type { HandedIn } from '../app.ts';
import { linesPaidFor } from '../lines/paid-line.ts';
import * as store from './store.ts';

export const paidFor: HandedIn['paidFor'] = async (db, owner, orderIds) => {
  // Seeds and imports know no orders.
  if (orderIds.length === 0) return new Map();
  const known = await linesPaidFor(db, owner, store.linesOfOrders(owner, orderIds));
  return new Map(known.map((one) => [one.orderId, one]));
};
