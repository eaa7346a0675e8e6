import { openCardPage } from '@portside/contract/payments';
import { placeOrder } from '@portside/contract/checkout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('who tries one card after the other is told to wait, and others are not', async () => {
  const thief = await newcomer(app);
  const cart = await fillCart(app);
  const declined = await paymentToken(app, cards.declined);
  const tries = Array.from({ length: 40 }, (_, at) => ({
    ...orderOf(cart, { paymentToken: declined }),
    idempotencyKey: `${cart.cartId}:${at + 1}`,
  }));
  for (const order of tries) await thief.call(placeOrder, order);
  const { status, problem } = await thief.refusal(placeOrder, {
    ...orderOf(cart, { paymentToken: declined }),
    idempotencyKey: `${cart.cartId}:41`,
  });
  expect([status, problem.code]).toEqual([429, 'too_often']);

  const buyer = await newcomer(app);
  const good = await paymentToken(app, cards.visa);
  const answer = await buyer.call(placeOrder, orderOf(await fillCart(app), { paymentToken: good }));
  expect(answer.status).toBe('paid');
});

test('a page for another card is opened twenty times an hour at most', async () => {
  const thief = await newcomer(app);
  for (let time = 0; time < 20; time += 1) await thief.call(openCardPage, {});
  expect((await thief.refusal(openCardPage, {})).status).toBe(429);
});
