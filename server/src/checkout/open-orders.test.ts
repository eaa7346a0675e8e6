import { listOpenOrders, placeOrder, viewOrder } from '@portside/contract/checkout';
import { listTransactions } from '@portside/contract/payments';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => provider('none'));
afterAll(() => app.close());

async function provider(mode: 'down' | 'none') {
  const answer = await app.fetch('/sandbox/pay/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  expect(answer.ok).toBe(true);
}

async function toPay(change: object = {}) {
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  return { cart, order: orderOf(cart, { paymentToken: token, ...change }) };
}

const open = async (customer: Caller) => (await customer.call(listOpenOrders, {})).orders;

test('an order whose payment is being checked is told, and a second cart is paid only knowingly', async () => {
  const customer = await newcomer(app);
  const first = await toPay();
  const second = await toPay();
  await provider('down');
  const { orderId, status } = await customer.call(placeOrder, first.order);
  expect(status).toBe('placed');
  const [waiting, ...others] = await open(customer);
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({
    orderId,
    cartId: first.cart.cartId,
    status: 'placed',
    item: expect.any(String),
    amount: first.cart.quote.finalCheckoutAmount,
  });
  expect(await open(await app.as('omar@example.com'))).toEqual([]);

  const refused = await customer.refusal(placeOrder, second.order);
  expect(refused.problem).toMatchObject({ reason: 'payment_open', orders: [waiting] });
  expect(refused.problem.message).toContain('We’re checking your payment');
  const unknown = { ...second.order, besides: ['ord_another'] };
  expect((await customer.refusal(placeOrder, unknown)).problem.reason).toBe('payment_open');
  expect(await open(customer)).toHaveLength(1);
  // The same cart again asks how its own order stands.
  expect(await customer.call(placeOrder, first.order)).toMatchObject({ orderId, status: 'placed' });

  const both = await customer.call(placeOrder, { ...second.order, besides: [orderId] });
  expect(both.status).toBe('placed');
  expect((await open(customer)).map((one) => one.orderId)).toEqual([orderId, both.orderId]);
  await provider('none');
  for (const id of [orderId, both.orderId]) await orderWhen(app, customer, id, 'active');
  expect(await open(customer)).toEqual([]);
  expect((await customer.call(listTransactions, {})).transactions).toHaveLength(2);
});

test('two carts at the same moment, while the provider is down, are not both taken silently', async () => {
  const customer = await newcomer(app);
  const carts = await Promise.all([toPay(), toPay(), toPay()]);
  await provider('down');
  const ends = await Promise.allSettled(carts.map(({ order }) => customer.call(placeOrder, order)));
  expect(ends.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(await open(customer)).toHaveLength(1);
});

test('a payment that the bank wants confirmed is open, with the way to its page', async () => {
  const customer = await newcomer(app);
  const confirms = await paymentToken(app, cards.confirms);
  const { order } = await toPay({ paymentToken: confirms });
  const { orderId, redirectUrl } = await customer.call(placeOrder, order);
  expect(await open(customer)).toMatchObject([{ orderId, status: 'confirm', redirectUrl }]);
  const next = await toPay();
  expect((await customer.refusal(placeOrder, next.order)).problem.reason).toBe('payment_open');
  expect((await customer.call(viewOrder, { id: orderId })).status).toBe('confirm');
});

test('a settled order blocks nobody', async () => {
  const customer = await newcomer(app);
  const poor = await paymentToken(app, cards.poor);
  const declined = await toPay({ paymentToken: poor });
  expect((await customer.call(placeOrder, declined.order)).status).toBe('declined');
  expect((await customer.call(placeOrder, (await toPay()).order)).status).toBe('paid');
  expect((await customer.call(placeOrder, (await toPay()).order)).status).toBe('paid');
});
