import { placeOrder } from '@portside/contract/checkout';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { watchStatements } from '../testing/watched-statements.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('an order without credit looks no credit up, and its line is read once for the carrier', async () => {
  const caller = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  const seen = watchStatements();
  const { orderId } = await caller.call(placeOrder, order);
  const { line } = await orderWhen(app, caller, orderId, 'active');
  const asked = seen();
  const written = asked.filter(({ text }) => text.startsWith('insert into "orders"'));
  expect(written).toHaveLength(1);
  expect(asked.filter(({ text }) => text.includes('"credit_entries"'))).toEqual([]);
  const reads = asked.filter(
    ({ text, values }) =>
      /^select .* from "lines" where "id" = \$1$/.test(text) && values[0] === line?.id,
  );
  expect(reads).toHaveLength(1);
});
