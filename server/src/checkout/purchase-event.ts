import type { HandedIn } from '../app.ts';
import { purchaseOf } from '../emails/queue-part.ts';
import * as store from './store.ts';

/** Of several lines none knows which one is the last: what there is leaves within the minute. */
export const purchaseEvent: HandedIn['purchaseEvent'] = async (db, orderId) => {
  const { first, isAlone } = await store.whoseOrderPays(db, orderId);
  return { event: purchaseOf(first), isLast: isAlone };
};
