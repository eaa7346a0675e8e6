import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { paidLine, type PaidLine } from '../lines/paid-line.ts';
import * as store from './store.ts';

export type { PaidLine } from '../lines/paid-line.ts';

/** What was paid for: the line that it was for, or the one that came of it. */
export async function lineOfOrder(
  db: Query,
  owner: Owner,
  orderId: string,
): Promise<PaidLine | undefined> {
  const order = await store.orderOf(db, owner, orderId);
  if (!order) return undefined;
  return paidLine(db, owner, order.line_id === null ? { orderId } : { lineId: order.line_id });
}
