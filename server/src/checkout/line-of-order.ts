import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { paidLine, type PaidLine } from '../lines/paid-line.ts';
import { leadIdOf, ordersOfPurchase } from './purchase.ts';
import * as store from './store.ts';

export type { PaidLine } from '../lines/paid-line.ts';

const lineOf = (db: Query, owner: Owner, { id, line_id }: store.OrderRow) =>
  paidLine(db, owner, line_id === null ? { orderId: id } : { lineId: line_id });

/** An order of a payment, with its line. */
export interface PaidPart {
  readonly orderId: string;
  readonly item: string;
  readonly cents: number;
  readonly line: PaidLine | undefined;
}

/** All that was paid for with this order’s payment: several lines, where they were bought at once. */
export async function partsOfPayment(
  db: Query,
  owner: Owner,
  orderId: string,
): Promise<PaidPart[]> {
  const order = await store.orderOf(db, owner, orderId);
  const orders = order ? await ordersOfPurchase(db, leadIdOf(order)) : [];
  return Promise.all(
    orders.map(async (one) => ({
      orderId: one.id,
      item: one.quote.planName,
      cents: one.quote.amounts.finalCheckoutAmount,
      line: await lineOf(db, owner, one),
    })),
  );
}
