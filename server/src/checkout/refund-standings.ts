import type { Query } from '../db/database.ts';
import { listRefundsOfAll } from '../payments/refunds.ts';
import { isUnsettled } from './order-status.ts';
import * as store from './store.ts';

/** A refund that was carried out: a part by its number, or all of the order. */
interface CarriedOut {
  readonly orderId: string;
  readonly part: number | null;
}

/** How each stands, in their order, asked for all at once. */
export async function standingsOfRefunds<One extends CarriedOut>(
  db: Query,
  all: readonly One[],
): Promise<{ readonly of: One; readonly standing: 'pending' | 'done' | 'failed' }[]> {
  const orders = await store.ordersById(db, [...new Set(all.map(({ orderId }) => orderId))]);
  const refunds = await listRefundsOfAll(db, 'order', orders);
  const standingOf = ({ orderId, part }: CarriedOut) => {
    const order = orders.find(({ id }) => id === orderId);
    if (!order || isUnsettled(order.status)) return 'pending';
    if (part === null) {
      if (order.status === 'refund_failed') return 'failed';
      return order.status === 'refunded' ? 'done' : 'pending';
    }
    const status = refunds.get(orderId)?.find(({ number }) => number === part)?.status;
    if (status === 'failed') return 'failed';
    return status === 'refunded' || status === 'by_hand' ? 'done' : 'pending';
  };
  return all.map((of) => ({ of, standing: standingOf(of) }));
}
