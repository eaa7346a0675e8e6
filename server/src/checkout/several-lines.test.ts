import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listCards } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleOrder } from './settling.ts';
import type { Caller } from '../testing/caller.ts';
import { inTime } from '../testing/passing-time.ts';
import { advance, draftOf, oldService } from '../testing/porting.ts';
import {
  buySeveral,
  chargedFor,
  fillSeveral,
  orderSeveral,
  purchaseOf,
  purchaseWhen,
  severalPlans,
} from '../testing/buying-lines.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const zipCode = '10038';
const cents = (dollars: number) => Math.round(dollars * 100);
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const linesOf = async (customer: Caller) => (await customer.call(listLines, {})).lines;
const amountsOf = (orders: Awaited<ReturnType<typeof purchaseOf>>) =>
  orders.map(({ quote }) => quote.amounts.finalCheckoutAmount);

/** All lines, once each works. */
const activeLines = (customer: Caller, count: number) =>
  inTime(app, async () => {
    const all = await linesOf(customer);
    return all.length === count && all.every(({ status }) => status === 'active') ? all : undefined;
  });

test('[P03] several lines have one price: each line’s part, and their sum', async () => {
  const { quote } = await fillSeveral(app);
  expect(quote.parts?.map(({ planId }) => planId)).toEqual(severalPlans);
  const parts = quote.parts ?? [];
  expect(parts.flatMap(({ lines }) => lines)).toEqual(quote.lines);
  for (const { amount, lines } of parts) {
    expect(lines.reduce((sum, line) => sum + cents(line.amount), 0)).toBe(cents(amount));
  }
  expect(parts.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(
    cents(quote.finalCheckoutAmount),
  );
  expect(quote).not.toHaveProperty('renewal');
  // Each part is what the line would cost alone.
  for (const [at, planId] of severalPlans.entries()) {
    const { quote: alone } = await fillCart(app, { planId });
    expect(parts[at]).toMatchObject({ lines: alone.lines, amount: alone.finalCheckoutAmount });
    expect(parts[at]?.renewal.amount).toBe(alone.renewal?.amount);
    expect(alone).not.toHaveProperty('parts');
  }
});

test('[P03] an eSIM, a mailed card and a brought number: one charge of the sum, three lines of their own', async () => {
  const customer = await newcomer(app);
  const msisdn = '9055550711';
  const tempSubscriptionId = await draftOf(customer, msisdn);
  const { cart, orderId, status, message } = await buySeveral(app, customer, severalPlans, {
    saveCard: true,
    more: [
      { simType: 'physical' },
      { simType: 'esim', portIn: { tempSubscriptionId, msisdn, zipCode, oldService } },
    ],
  });
  expect({ status, message }).toEqual({
    status: 'paid',
    message: 'We received your payment and are preparing your lines.',
  });
  const orders = await purchaseOf(app, orderId);
  expect(orders.map(({ cart_id }) => cart_id)).toEqual([
    cart.cartId,
    `${cart.cartId} 2`,
    `${cart.cartId} 3`,
  ]);
  expect(new Set(orders.map(({ number }) => number)).size).toBe(3);
  expect(await chargedFor(app, idsOf(orders))).toEqual([
    { status: 'paid', cents: cents(cart.quote.finalCheckoutAmount), owner: orderId },
  ]);
  expect(amountsOf(orders)).toEqual(cart.quote.parts?.map(({ amount }) => cents(amount)));
  expect((await customer.call(listCards, {})).cards).toHaveLength(1);
  await inTime(app, async () => {
    await advance(app, msisdn).catch(() => undefined);
    return (await linesOf(customer)).find(({ mdn }) => mdn === msisdn);
  });
  const lines = await inTime(app, async () => {
    const all = await linesOf(customer);
    return all.filter(({ status: one }) => one === 'active').length === 2 ? all : undefined;
  });
  const { rows } = await sql<{ order_id: string; plan_id: string; sim_type: string; mdn: string }>`
    select order_id, plan_id, sim_type, mdn from lines where order_id = any(${idsOf(orders)}::text[])
    order by array_position(${idsOf(orders)}::text[], order_id)`.execute(app.app.db.query);
  expect(rows.map(({ plan_id, sim_type }) => [plan_id, sim_type])).toEqual([
    ['sloop-12', 'esim'],
    ['clipper-unlimited', 'physical'],
    ['cutter-25', 'esim'],
  ]);
  expect(rows[2]?.mdn).toBe(msisdn);
  expect(rows[0]?.mdn).toMatch(/^\d{10}$/);
  expect(lines).toHaveLength(3);
  const { rows: periods } = await sql<{ order_id: string; lines: number }>`
    select l.order_id, count(*)::int as lines from line_periods p join lines l on l.id = p.line_id
    where l.order_id = any(${idsOf(orders)}::text[]) group by 1`.execute(app.app.db.query);
  expect(periods.map((one) => one.lines)).toEqual(periods.map(() => 1));
  const receipt = await emailWhen(app, customer.email, /receipt/i);
  expect(receipt.text).toContain(`$${cart.quote.finalCheckoutAmount.toFixed(2)}`);
});

test('[P03] pressed ten times, in two tabs, and once more later: one payment, and each line once', async () => {
  const customer = await newcomer(app);
  const cart = await fillSeveral(app);
  const order = await orderSeveral(app, cart);
  const press = (idempotencyKey: string) => customer.call(placeOrder, { ...order, idempotencyKey });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => press(`${cart.cartId}:tab${i % 2}`)),
  );
  const leadId = answers[0]?.orderId ?? '';
  expect(new Set(answers.map(({ orderId }) => orderId))).toEqual(new Set([leadId]));
  await activeLines(customer, 3);
  expect(await press('a-third-tab')).toMatchObject({ orderId: leadId, status: 'paid' });
  const orders = await purchaseOf(app, leadId);
  expect(orders.map(({ status, attempt }) => [status, attempt])).toEqual(
    orders.map(() => ['paid', 1]),
  );
  expect(await chargedFor(app, idsOf(orders))).toHaveLength(1);
  const own = await sql<{ n: number }>`select count(*)::int as n from orders
    where customer_id = ${orders[0]?.customer_id}`.execute(app.app.db.query);
  expect(own.rows).toEqual([{ n: 3 }]);
});

test('[P03] a lost answer is settled by the job of the first order; asked of another, it is the same', async () => {
  const customer = await newcomer(app);
  const { cart, orderId, status } = await buySeveral(app, customer, severalPlans, {
    number: cards.unknown,
  });
  expect(status).toBe('placed');
  const placed = await purchaseOf(app, orderId);
  expect(placed.map((one) => one.status)).toEqual(['placed', 'placed', 'placed']);
  await Promise.all([...placed, ...placed].map(({ id }) => settleOrder(app.app, id)));
  await purchaseWhen(app, orderId, 'paid', 'paid', 'paid');
  expect(await chargedFor(app, idsOf(placed))).toMatchObject([
    { cents: cents(cart.quote.finalCheckoutAmount), status: 'paid' },
  ]);
  await activeLines(customer, 3);
});

test('[P03] while a purchase is open another cart is told of it, once', async () => {
  const customer = await newcomer(app);
  const { orderId } = await buySeveral(app, customer, severalPlans, { number: cards.unknown });
  const other = await orderSeveral(app, await fillSeveral(app));
  const { problem } = await customer.refusal(placeOrder, other);
  expect(problem).toMatchObject({ reason: 'payment_open', orders: [{ orderId }] });
  const knowing = await customer.call(placeOrder, { ...other, besides: [orderId] });
  expect(knowing.status).toBe('paid');
});

test('[P03] declined, then paid again with a line fewer and another plan: what was removed never begins', async () => {
  const customer = await newcomer(app);
  const first = await buySeveral(app, customer, severalPlans, { number: cards.declined });
  expect(first).toMatchObject({ status: 'declined', reason: 'declined' });
  const tried = await purchaseOf(app, first.orderId);
  expect(tried.map(({ status }) => status)).toEqual(['declined', 'declined', 'declined']);
  const { cartId } = first.cart;
  const cart = await fillSeveral(app, ['frigate-unlimited-plus', 'clipper-unlimited'], { cartId });
  const again = await orderSeveral(app, cart, { idempotencyKey: `${cartId}:2` });
  expect(await customer.call(placeOrder, again)).toMatchObject({
    status: 'paid',
    orderId: first.orderId,
  });
  const paid = await purchaseOf(app, first.orderId);
  expect(paid.map(({ id, attempt, quote }) => [id, attempt, quote.planId])).toEqual([
    [tried[0]?.id, 2, 'frigate-unlimited-plus'],
    [tried[1]?.id, 2, 'clipper-unlimited'],
  ]);
  const removed = await sql<{ status: string; paid_with: string | null }>`
    select status, paid_with from orders where id = ${tried[2]?.id}`.execute(app.app.db.query);
  expect(removed.rows).toEqual([{ status: 'declined', paid_with: null }]);
  expect(await chargedFor(app, idsOf(tried))).toMatchObject([
    { status: 'declined', cents: cents(first.cart.quote.finalCheckoutAmount) },
    { status: 'paid', cents: cents(cart.quote.finalCheckoutAmount) },
  ]);
  await activeLines(customer, 2);
});

test('[P03] declined alone, then paid with two lines more; one removed comes back with the next try', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const alone = orderOf(cart, { paymentToken: await paymentToken(app, cards.declined) });
  const { orderId } = await customer.call(placeOrder, alone);
  const tryWith = async (plans: readonly string[], key: number, number: string) => {
    const filled = await fillSeveral(app, plans, { cartId: cart.cartId });
    const idempotencyKey = `${cart.cartId}:${key}`;
    return customer.call(placeOrder, await orderSeveral(app, filled, { idempotencyKey, number }));
  };
  await tryWith(severalPlans, 2, cards.declined);
  await tryWith(['sloop-12'], 3, cards.declined);
  expect(await purchaseOf(app, orderId)).toHaveLength(1);
  expect(await tryWith(severalPlans, 4, cards.visa)).toMatchObject({ orderId, status: 'paid' });
  const orders = await purchaseOf(app, orderId);
  expect(orders.map(({ attempt }) => attempt)).toEqual([4, 2, 2]);
  await activeLines(customer, 3);
});

test('[A17] [P03] what the bank confirms, or does not, becomes of all lines', async () => {
  for (const [outcome, expected] of [
    ['complete', 'paid'],
    ['fail', 'declined'],
  ] as const) {
    const customer = await newcomer(app);
    const { orderId, redirectUrl } = await buySeveral(app, customer, severalPlans, {
      number: cards.confirms,
    });
    expect((await purchaseOf(app, orderId)).map(({ status }) => status)).toEqual(
      severalPlans.map(() => 'confirm'),
    );
    const page = new URL(new URL(redirectUrl ?? '').pathname, app.address);
    const back = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome }),
    });
    const location = new URL(back.headers.get('location') ?? '', app.address);
    const payment = location.searchParams.get('payment_intent') ?? '';
    expect(await customer.call(confirmPayment, { payment })).toMatchObject({
      orderId,
      status: expected,
    });
    expect((await purchaseOf(app, orderId)).map(({ status }) => status)).toEqual(
      severalPlans.map(() => expected),
    );
  }
});

test('[P03] still at the bank’s page, and paid again with a new key: the first payment is given up for all lines', async () => {
  const customer = await newcomer(app);
  const { cart, orderId } = await buySeveral(app, customer, severalPlans, {
    number: cards.confirms,
  });
  const again = await orderSeveral(app, cart, { idempotencyKey: `${cart.cartId}:2` });
  expect(await customer.call(placeOrder, again)).toMatchObject({ orderId, status: 'paid' });
  const orders = await purchaseOf(app, orderId);
  expect(orders.map(({ status, attempt }) => [status, attempt])).toEqual(
    orders.map(() => ['paid', 2]),
  );
  expect((await chargedFor(app, idsOf(orders))).map(({ status }) => status)).toEqual([
    'cancelled',
    'paid',
  ]);
});
