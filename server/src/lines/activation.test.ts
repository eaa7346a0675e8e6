import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
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
import { lookAtActivation } from './activation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('its owner hears that the carrier sets a new line up, with the step itself', async () => {
  const customer = await newcomer(app);
  const card = { paymentToken: await paymentToken(app, cards.visa) };
  const { orderId } = await customer.call(placeOrder, orderOf(await fillCart(app), card));
  const step = await app.eventually(async () => {
    const { rows } = await sql<{ status: string; told: string[] }>`
      select status, array(select status from events where kind = 'line' and about = lines.id) as told
      from lines where order_id = ${orderId} and status <> 'pending'`.execute(app.app.db.query);
    return rows[0];
  });
  expect(step.told).toContain('activating');
  await orderWhen(app, customer, orderId, 'active');
});

test('a notice of an activation that is nobody’s is nothing to look at again', async () => {
  expect(await lookAtActivation(app.app, { tenant: 6, ref: 'act_nobody' })).toBe(false);
});
