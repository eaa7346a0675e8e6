import type { HandedIn } from '../app.ts';
import { paidFor as linePaidFor } from '../checkout/paid-for.ts';
import * as store from './store.ts';

/** An add-on pays for days of a line, too: from when it was bought to the end of what was paid then. */
export const paidFor: HandedIn['paidFor'] = async (db, owner, orderIds) => {
  const known = await linePaidFor(db, owner, orderIds);
  const open = [...known].flatMap(([id, { from }]) => (from ? [] : [id]));
  const days = open.length === 0 ? [] : await store.daysOfOrders(db, owner.tenant, open);
  const own = new Map(days.map(({ orderId, from, to }) => [orderId, { from, to }]));
  return new Map([...known].map(([id, one]) => [id, { ...one, ...own.get(id) }]));
};
