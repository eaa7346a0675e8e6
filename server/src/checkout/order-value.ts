import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import {
  collectOwed,
  correctCredit,
  correctedBy,
  creditGivenBy,
  creditOf,
  holdCredit,
} from '../credit/credit.ts';
import { findLineOfOrder, lineIdsOfOrders } from '../lines/lines.ts';
import {
  conversionsOf,
  conversionsOnLine,
  noteRefunded,
  type OrderConversion,
  ordersOfPeriods,
} from '../lines/period-value.ts';
import type { Amounts } from '../payments/amounts.ts';
import { moneyOf, moneyOfAll } from '../payments/refunds.ts';
import { heldCredit } from './order-credit.ts';
import { chargeOf } from './order-charge.ts';
import { kindOf } from './order-kinds.ts';
import { isReturned } from './order-status.ts';
import * as store from './store.ts';

/** What was bought with card, credit and unused days, in cents: what is left over of those is not. */
function grossOf({ finalCheckoutAmount, lines, ...more }: Amounts): number {
  const left = lines.filter((line) => line.kind === 'credit_left');
  const leftCents = left.reduce((sum, one) => sum + one.cents, 0);
  return finalCheckoutAmount + (more.creditUsed ?? 0) + (more.creditForUnusedDays ?? 0) - leftCents;
}

const leftOverOf = ({ lines }: Amounts): number =>
  lines.filter((line) => line.kind === 'credit_left').reduce((sum, one) => sum + one.cents, 0);

const nothing: OrderConversion = { ofIt: 0, atEnd: 0, byIt: 0, byItForGood: 0 };

async function lineIdOf(db: Query, order: store.OrderRow): Promise<string | undefined> {
  if (order.line_id) return order.line_id;
  return (await findLineOfOrder(db, ownerOfRow(order), order.id))?.id;
}

/**
 * Reckons an order's account anew, after money went back or days were taken back: its period's share
 * of what went back, and the credit that came of it. Call it after every such step; it holds the
 * customer's credit. @returns what the customer's credit changed by, in cents
 */
export async function settleValue(app: App, tx: Tx, orderId: string): Promise<number> {
  const order = await store.anyOrder(tx, orderId);
  if (!order) throw new Error(`Order ${orderId} is gone`);
  await holdCredit(app, tx, ownerOfRow(order));
  const lineId = await lineIdOf(tx, order);
  const others = lineId && order.status !== 'paid' ? await ordersOnLine(tx, lineId) : [];
  const all = [order, ...others.filter(({ id }) => id !== orderId)];
  return settleAll(app, tx, all, lineId);
}

/** Those that pay for its periods, in their order: days that come back to them are theirs. */
async function ordersOnLine(db: Query, lineId: string): Promise<store.OrderRow[]> {
  const ids = new Set(await ordersOfPeriods(db, lineId));
  const found = await store.ordersById(db, [...ids]);
  const orders = new Map(found.map((one) => [one.id, one]));
  return [...ids].flatMap((id) => orders.get(id) ?? []);
}

/** The caller holds the credit. What one of them gives or takes does not change what another one is due. */
async function settleAll(
  app: App,
  tx: Tx,
  orders: readonly store.OrderRow[],
  lineId: string | undefined,
): Promise<number> {
  const settled = orders.filter(({ status }) => status === 'paid' || isReturned(status));
  const ids = settled.map(({ id }) => id);
  const money = await moneyOfAll(tx, 'order', settled);
  const parts = money.filter(({ of }) => !isReturned(of.status));
  await noteRefunded(
    tx,
    parts.map(({ of, back, goingBack }) => ({
      orderId: of.id,
      backCents: back + goingBack,
      grossCents: grossOf(of.quote.amounts),
    })),
  );
  const conversions = lineId ? await conversionsOnLine(tx, lineId, ids) : undefined;
  const gave = await gaveInAll(app, tx, settled);
  const before = await correctedBy(tx, ids);
  let changed = 0;
  for (const { of: order, charged, back, goingBack } of money) {
    const { amounts } = order.quote;
    const { ofIt, byIt } = conversions?.get(order.id) ?? nothing;
    const came = gave.get(order.id) ?? 0;
    const turned = ofIt + came - leftOverOf(amounts);
    const cents = isReturned(order.status)
      ? byIt - ofIt - came - Math.max(0, back - charged)
      : -Math.max(0, back + goingBack + turned - grossOf(amounts));
    if (cents === (before.get(order.id) ?? 0)) continue;
    changed += await correctTo(app, tx, order, cents);
  }
  return changed;
}

async function correctTo(app: App, tx: Tx, order: store.OrderRow, cents: number): Promise<number> {
  const owner = ownerOfRow(order);
  const heldCents = await heldCredit(tx, owner);
  const moved = await correctCredit(app, tx, owner, { cause: order.id, cents, heldCents });
  return moved > 0 ? moved - (await collectOwed(app, tx, owner, moved)) : moved;
}

/** What a customer's orders that were paid have to do with money and value, in all. Cents. */
export async function accountOf(
  app: App,
  tx: Tx,
  owner: Owner,
  orders: readonly store.OrderRow[],
): Promise<{ paid: number; returned: number; received: number }> {
  const ids = orders.map(({ id }) => id);
  const lines = await lineIdsOfOrders(tx, owner, ids);
  const conversions = await conversionsOf(tx, ids);
  const gave = await gaveInAll(
    app,
    tx,
    orders.filter(({ status }) => !isReturned(status)),
  );
  const sum = { paid: 0, returned: 0, received: 0 };
  for (const { of: order, charged, back, goingBack } of await moneyOfAll(tx, 'order', orders)) {
    const { id, quote, line_id } = order;
    sum.paid += charged;
    if (isReturned(order.status)) {
      sum.returned += charged + Math.max(0, back - charged);
      continue;
    }
    const lineId = line_id ?? lines.get(id);
    const own = conversions.find((one) => one.orderId === id && one.lineId === lineId);
    const turned = (own?.cents ?? 0) + (gave.get(id) ?? 0) - leftOverOf(quote.amounts);
    const returned = back + goingBack;
    sum.returned += returned;
    sum.received += Math.max(0, grossOf(quote.amounts) - returned - turned);
  }
  return sum;
}

/** By this cause an earlier version noted what it took back. */
const whenReturned = (orderId: string) => `${orderId} returned`;

async function gaveInAll(
  app: App,
  tx: Tx,
  orders: readonly store.OrderRow[],
): Promise<ReadonlyMap<string, number>> {
  const gave = await gaveOf(app, tx, orders);
  const causes = orders.map(({ id }) => whenReturned(id));
  const returned = await creditGivenBy(tx, 'unused_days', causes);
  return new Map(
    orders.map(({ id }) => [id, (gave.get(id) ?? 0) + (returned.get(whenReturned(id)) ?? 0)]),
  );
}

/** The credit that came of each, as its kind knows. */
async function gaveOf(
  app: App,
  tx: Tx,
  orders: readonly store.OrderRow[],
): Promise<ReadonlyMap<string, number>> {
  const gave = new Map<string, number>();
  for (const same of Map.groupBy(orders, (one) => one.kind).values()) {
    const ids = same.map(({ id }) => id);
    const found = same[0] && (await kindOf(app, same[0]).gave?.(tx, ids));
    for (const [id, cents] of found ?? []) gave.set(id, cents);
  }
  return gave;
}

export interface Returnable {
  /** What its card has still paid. Cents. */
  readonly paidCents: number;
  /** What of that was turned into credit or another plan, and is spent. Cents. */
  readonly spentCents: number;
  /** The credit used for it, which a return of all of it gives back. Cents. */
  readonly creditCents: number;
}

/** Asked before money is given back. The caller holds the order. */
export async function returnableOf(app: App, tx: Tx, order: store.OrderRow): Promise<Returnable> {
  const owner = ownerOfRow(order);
  await holdCredit(app, tx, owner);
  const lineId = await lineIdOf(tx, order);
  const { charged, back, goingBack } = await moneyOf(tx, chargeOf(order));
  const conversions = lineId ? await conversionsOnLine(tx, lineId, [order.id]) : undefined;
  const { ofIt, atEnd, byItForGood } = conversions?.get(order.id) ?? nothing;
  const gave = (await gaveOf(app, tx, [order])).get(order.id) ?? 0;
  const free = Math.max(0, (await creditOf(tx, owner)) - (await heldCredit(tx, owner)));
  const used = order.quote.amounts.creditUsed ?? 0;
  // Only what this order gave is taken from the credit that is there.
  const turned = Math.max(0, ofIt + gave - byItForGood - Math.min(free, gave + atEnd));
  return {
    paidCents: charged - back - goingBack,
    spentCents: Math.max(0, turned - used),
    creditCents: Math.max(0, used - turned),
  };
}
