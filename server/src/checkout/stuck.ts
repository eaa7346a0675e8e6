import type { App } from '../app.ts';
import { hours, later, minutes } from '../clock.ts';
import type { Query } from '../db/database.ts';
import * as lines from '../lines/lines.ts';
import { numberOf } from './find-orders.ts';
import { linelessOrders, steadyLook, wholeLook, type LinelessLook } from './lineless.ts';
import { isUnsettled, type StoredStatus } from './order-status.ts';
import * as store from './store.ts';
import { byPurchase, itemOfAll, ordersOfPurchases, sumOf } from './whole-purchases.ts';
import { listOwed } from '../credit/credit.ts';
import { openCardPages } from '../payments/card-setups.ts';
import { openDisputes } from '../payments/disputes.ts';
import { warnedPayments } from '../payments/fraud-warnings.ts';
import { listStrays } from '../payments/stray-charges.ts';

export const stuckKinds = [
  /** Ten minutes without knowing whether it was charged. */
  'placed',
  /** An hour at the bank's page. */
  'confirm',
  /** Ten minutes without a refund. */
  'refunding',
  /** The customer is owed the money. */
  'refund_failed',
  /** An hour after payment. */
  'no_line',
  'disputed',
  /** The bank reports fraud, and has not taken the payment back. */
  'warned',
  'card_page',
  /** Money went back although the credit of it was spent. */
  'owed',
  /** A charge that paid for nothing, and could not be given back. */
  'stray',
] as const;
export type StuckKind = (typeof stuckKinds)[number];

export interface Stuck {
  kind: StuckKind;
  tenant: number;
  customerId: string;
  id: string;
  amountCents: number;
  about: string;
  since: Date;
}

type StuckStatus = StoredStatus & StuckKind;

const PATIENCE: Partial<Record<StoredStatus, number>> = {
  placed: minutes(10),
  confirm: hours(1),
  refunding: minutes(10),
  refund_failed: 0,
};
const LINE_WITHIN = hours(1);
const CARD_PAGE_WITHIN = hours(1);

export async function listStuck(app: App, db: Query, look = wholeLook()): Promise<Stuck[]> {
  const now = app.clock.now();
  const found: Stuck[] = [];
  for (const [status, patience] of Object.entries(PATIENCE)) {
    const before = later(now, 1 - patience);
    const orders = await store.ordersSince(db, status as StoredStatus, before);
    found.push(...stuckOrders(status as StuckStatus, orders));
  }
  for (const order of await withoutLine(app, db, look)) found.push(stuckOrder('no_line', order));
  // Once it is answered, only the bank acts.
  const disputed = (await openDisputes(db)).filter(({ status }) => status === 'open');
  const warned = await warnedPayments(app, db);
  const purchases = await ordersOfPurchases(db, [
    ...disputed.map(({ owner }) => owner.id),
    ...warned.map(({ orderId }) => orderId),
  ]);
  for (const { tenant, customerId, owner, amountCents, reason, openedAt: since } of disputed) {
    const about = withLines(reason, purchases.get(owner.id));
    found.push({ kind: 'disputed', tenant, customerId, id: owner.id, amountCents, about, since });
  }
  for (const { orderId: id, reason, ...one } of warned) {
    const of = purchases.get(id);
    const about = withLines(reason.replaceAll('_', ' '), of) + stillPaid(app, of);
    found.push({ ...one, kind: 'warned', id, about });
  }
  for (const one of await openCardPages(db, later(now, -CARD_PAGE_WITHIN))) {
    found.push({ ...one, kind: 'card_page', amountCents: 0, about: 'a page for saving a card' });
  }
  for (const one of await listOwed(db)) {
    const { cause: id, cents: amountCents, ...about } = one;
    found.push({ ...about, kind: 'owed', id, amountCents, about: `by ${one.customerId}` });
  }
  for (const one of await listStrays(db)) {
    const about = `for order ${one.ownerId}`;
    found.push({ ...one, kind: 'stray', id: one.paymentRef, about });
  }
  return found.toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

/** What each process has looked at for its own `/metrics`. */
const looks = new WeakMap<App['jobs'], LinelessLook>();

/** The same as a figure that is asked for several times a minute. */
export function gaugeStuck(app: App, db: Query): Promise<Record<StuckKind, number>> {
  const look = looks.get(app.jobs) ?? steadyLook();
  looks.set(app.jobs, look);
  return countStuck(app, db, look);
}

export async function countStuck(
  app: App,
  db: Query,
  look = wholeLook(),
): Promise<Record<StuckKind, number>> {
  const stuck = await listStuck(app, db, look);
  const count = (kind: StuckKind) => stuck.filter((one) => one.kind === kind).length;
  return Object.fromEntries(stuckKinds.map((kind) => [kind, count(kind)])) as Record<
    StuckKind,
    number
  >;
}

async function withoutLine(app: App, db: Query, look: LinelessLook): Promise<store.OrderRow[]> {
  const before = later(app.clock.now(), -LINE_WITHIN);
  const unfinished = await store.ordersById(
    db,
    await lines.ordersOfUnfinishedLines(app, db, before),
  );
  return [
    ...unfinished.filter((order) => order.status === 'paid'),
    ...(await linelessOrders(app, db, look, before)),
  ];
}

const withLines = (reason: string, orders: readonly store.OrderRow[] = []): string =>
  orders.length < 2 ? reason : `${reason}; it paid for ${itemOfAll(orders)}`;

/** Where several lines were bought at once, each is given back by itself. */
function stillPaid({ brands }: App, orders: readonly store.OrderRow[] = []): string {
  if (orders.length < 2) return '';
  const numbers = orders.flatMap((order) =>
    order.status === 'paid' ? [numberOf(brands.byTenant(order.tenant_id), order) ?? order.id] : [],
  );
  return `; still paid: ${numbers.join(', ')}, each given back by itself`;
}

/** What is not settled is one payment, which may be for several lines. */
function stuckOrders(status: StuckStatus, orders: store.OrderRow[]): Stuck[] {
  if (!isUnsettled(status)) return orders.map((order) => stuckOrder(status, order));
  return [...byPurchase(orders)].flatMap(([id, all]) => {
    const [order] = all;
    const whole = { id, amountCents: sumOf(all), about: itemOfAll(all) };
    return order ? [{ ...stuckOrder(status, order), ...whole }] : [];
  });
}

const stuckOrder = (kind: StuckKind, order: store.OrderRow): Stuck => ({
  kind,
  tenant: order.tenant_id,
  customerId: order.customer_id,
  id: order.id,
  amountCents: order.quote.amounts.finalCheckoutAmount,
  about: order.quote.planName,
  since: order.updated_at,
});
