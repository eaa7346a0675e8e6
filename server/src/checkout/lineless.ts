import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import * as lines from '../lines/lines.ts';
import * as store from './store.ts';

const LOOK_BACK = days(7);
const PART = 1000;

/** How far paid orders were looked at, and which of them had no line. */
export interface LinelessLook {
  after: { time: Date; id: string } | undefined;
  readonly without: Set<string>;
  /** So many parts at a time. */
  readonly parts: number;
}

/** All at once, for an operator. */
export const wholeLook = (): LinelessLook => ({
  after: undefined,
  without: new Set(),
  parts: Infinity,
});

/** A part of what is new at each look: a large shop is paid thousands of times between two of them. */
export const steadyLook = (): LinelessLook => ({ ...wholeLook(), parts: 20 });

/** Paid orders of the last week without any line, though they were paid before that moment. */
export async function linelessOrders(
  app: App,
  db: Query,
  look: LinelessLook,
  before: Date,
): Promise<store.OrderRow[]> {
  const since = { time: later(app.clock.now(), -LOOK_BACK), id: '' };
  let after = look.after && look.after.time > since.time ? look.after : since;
  for (let part = 0; part < look.parts; part += 1) {
    const paid = await store.paidCartOrders(db, after, before, PART);
    const have = await lines.ordersWithLine(
      db,
      paid.map(({ id }) => id),
    );
    for (const { id } of paid) if (!have.has(id)) look.without.add(id);
    const last = paid.at(-1);
    if (last) after = { time: last.updated_at, id: last.id };
    if (paid.length < PART) break;
  }
  look.after = after;
  return forgetOthers(db, look, since.time);
}

/** They may have a line by now, or be paid back. What another look adds meanwhile stays. */
async function forgetOthers(db: Query, look: LinelessLook, since: Date) {
  const ids = [...look.without];
  const have = await lines.ordersWithLine(db, ids);
  const orders = (await store.ordersById(db, ids)).filter(
    (order) => order.status === 'paid' && order.updated_at >= since && !have.has(order.id),
  );
  const still = new Set(orders.map(({ id }) => id));
  for (const id of ids) if (!still.has(id)) look.without.delete(id);
  return orders;
}
