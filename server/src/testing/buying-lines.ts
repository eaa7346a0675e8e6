import { placeOrder } from '@portside/contract/checkout';
import type { InputOf } from '@portside/contract/endpoint';
import { sql } from 'kysely';
import { ordersOfPurchase } from '../checkout/purchase.ts';
import type { Caller } from './caller.ts';
import { inTime } from './passing-time.ts';
import { type Cart, cards, fillCart, orderOf, orderWhen, paymentToken } from './shopping.ts';
import type { TestApp } from './test-app.ts';

/* Buying several lines at the shop, as its pages do (P03). Their payment alone: several-lines.ts. */

type OrderRow = Awaited<ReturnType<typeof ordersOfPurchase>>[number];
type Order = InputOf<typeof placeOrder>;
export type FurtherLine = NonNullable<Order['more']>[number];

/** The line's plan in the cart, and those of further lines. */
export const severalPlans = ['sloop-12', 'clipper-unlimited', 'cutter-25'] as const;

/** Plans in one cart (P03). */
export const fillSeveral = (
  app: Pick<TestApp, 'anyone'>,
  plans: readonly string[] = severalPlans,
  change: Parameters<typeof fillCart>[1] = {},
): Promise<Cart> => {
  const [planId = '', ...more] = plans;
  return fillCart(app, { planId, more: more.map((one) => ({ planId: one })), ...change });
};

export const anEsim: FurtherLine = { simType: 'esim' };

/** The order of all of a cart's lines: eSIMs, unless it says otherwise. */
export async function orderSeveral(
  app: TestApp,
  cart: Cart,
  { number = cards.visa, ...change }: Partial<Order> & { number?: string } = {},
): Promise<Order> {
  const count = cart.quote.parts?.length ?? 1;
  const more = Array.from({ length: count - 1 }, () => anEsim);
  const payment = change.cardId ? {} : { paymentToken: await paymentToken(app, number) };
  return orderOf(cart, { ...payment, ...(more.length > 0 && { more }), ...change });
}

export async function buySeveral(
  app: TestApp,
  customer: Caller,
  plans: readonly string[] = severalPlans,
  change: Parameters<typeof orderSeveral>[2] = {},
) {
  const cart = await fillSeveral({ anyone: customer }, plans);
  const answer = await customer.call(placeOrder, await orderSeveral(app, cart, change));
  return { cart, ...answer };
}

/** Of two plans. */
const ofTwoPlans = ['sloop-12', 'clipper-unlimited', 'sloop-12'] as const;

/** Paid, and their lines work: three lines with two plans. @returns their orders, the first one first */
export async function boughtAtOnce(app: TestApp, customer: Caller): Promise<string[]> {
  const { orderId } = await buySeveral(app, customer, ofTwoPlans);
  const ids = (await purchaseOf(app, orderId)).map(({ id }) => id);
  for (const id of ids) await orderWhen(app, customer, id, 'active');
  return ids;
}

/** Two lines, at the bank’s page or as `meanwhile` leaves the provider. @returns their orders */
export async function placedAtOnce(
  app: TestApp,
  customer: Caller,
  { card = cards.visa, meanwhile }: { card?: string; meanwhile?: () => Promise<void> } = {},
): Promise<string[]> {
  const cart = await fillSeveral({ anyone: customer }, ofTwoPlans.slice(0, 2));
  const order = await orderSeveral(app, cart, { number: card });
  await meanwhile?.();
  const { orderId } = await customer.call(placeOrder, order);
  return (await purchaseOf(app, orderId)).map(({ id }) => id);
}

export const purchaseOf = (app: TestApp, leadId: string): Promise<OrderRow[]> =>
  ordersOfPurchase(app.app.db.query, leadId);

/** The orders of a purchase once each is in its state. */
export const purchaseWhen = (
  app: TestApp,
  leadId: string,
  ...statuses: OrderRow['status'][]
): Promise<OrderRow[]> =>
  inTime(app, async () => {
    const orders = await purchaseOf(app, leadId);
    return statuses.join() === orders.map(({ status }) => status).join() ? orders : undefined;
  });

/** What the provider was asked for. Cents. */
export async function chargedFor(app: TestApp, orderIds: readonly string[]) {
  const { rows } = await sql<{ status: string; cents: number; owner: string }>`
    select status, amount_cents as cents, owner_id as owner from sandbox_pay_charges
    where owner_id = any(${orderIds}::text[]) order by created_at, ref`.execute(app.app.db.query);
  return rows;
}

/** What the provider gave back of a purchase's payments. Cents. */
export async function paidBackOf(app: TestApp, orderIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select r.amount_cents as cents from sandbox_pay_refunds r
    join sandbox_pay_charges c on c.ref = r.charge_ref
    where c.owner_id = any(${orderIds}::text[]) and r.status = 'refunded'
    order by r.created_at, r.ref`.execute(app.app.db.query);
  return rows.map(({ cents }) => cents);
}
