import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { unfinished } from './order-status.ts';
import * as store from './store.ts';

/** What somebody paid, or pays, for lines of others that they manage (P04). */
export async function paidForOthers(
  db: Query,
  owner: Owner,
): Promise<{ readonly orderIds: string[]; readonly isUnfinished: boolean }> {
  const orders = await store.ordersPaidBy(db, owner);
  return {
    orderIds: orders.map(({ id }) => id),
    isUnfinished: orders.some(({ status }) => unfinished.some((one) => one === status)),
  };
}
