import { placeOrder } from '@portside/contract/checkout';
import { openCardPage } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
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
afterEach(async () => {
  await press('pay/break', { mode: 'none' });
  await press('carrier/break', { mode: 'none' });
});
afterAll(() => app.close());

/** A press at one of the simulated services. */
async function press(what: string, body: object) {
  const answer = await app.fetch(`/sandbox/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

async function buy(card: string, down?: 'pay' | 'carrier') {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, card) });
  if (down) await press(`${down}/break`, { mode: 'down' });
  return { customer, ...(await customer.call(placeOrder, order)) };
}

const verb = (...args: string[]) => runVerb(app.app, args);
const asDana = (action: string, id: string, ...how: string[]) =>
  verb('order', action, id, ...how, '--by', 'Dana');
const gauge = async (kind: string) => {
  const text = await (await app.fetch('/metrics')).text();
  return Number(new RegExp(`portside_stuck\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1]);
};
const activityOf = async (customer: Caller) => {
  const { activity } = await customer.call(listActivity, {});
  return activity.filter((one) => one.agent === 'Dana').map((one) => one.message);
};

test('an order whose payment nobody knows of stands among what is stuck, until it is settled', async () => {
  const { customer, orderId } = await buy(cards.visa, 'pay');
  expect((await verb('orders')).text).not.toContain(orderId);
  app.clock.move(minutes(11));
  expect((await verb('orders')).text).toMatch(
    new RegExp(`11 min  outcome not known +\\$\\d+\\.\\d\\d .* harbor  ${orderId}`),
  );
  expect(await gauge('placed')).toBe(1);
  expect((await verb('doctor')).text).toContain('LOOK  orders: 1 placed');
  expect((await verb('customer', 'show', customer.email)).text).toMatch(
    new RegExp(`Orders under way:\n.*  placed  ${orderId}`),
  );
  const inVain = await asDana('settle', orderId);
  expect(inVain).toEqual({ fine: false, text: expect.stringContaining('payment did not answer') });
  await press('pay/break', { mode: 'none' });
  expect(await asDana('settle', orderId)).toEqual({
    fine: true,
    text: `Order ${orderId} is paid now.`,
  });
  expect((await activityOf(customer))[0]).toMatch(/^Support checked on the payment for /);
  await orderWhen(app, customer, orderId, 'active');
  expect((await verb('orders')).text).not.toContain(orderId);
  expect(await gauge('placed')).toBe(0);
  const sheet = (await verb('order', 'show', orderId)).text;
  expect(sheet).toMatch(/charge 1 .* paid  pi_\w+\n.*line lin_\w+  \(\d{3}\) 555-01\d\d  active/);
});

test('an operator gives the money of an order back; the account says so, and by whom', async () => {
  const { customer, orderId } = await buy(cards.visa);
  await orderWhen(app, customer, orderId, 'active');
  expect((await asDana('refund', orderId)).fine).toBe(true);
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await activityOf(customer)).toEqual([
    expect.stringMatching(/^Support refunded the payment for /),
  ]);
  expect((await verb('customer', 'show', customer.email)).text).toMatch(
    /Last payments: \n.*  refunded$/m,
  );
  expect(await asDana('refund', orderId)).toEqual({
    fine: false,
    text: 'There is nothing to refund: nothing was paid, or all of it was refunded or is on its way back.',
  });
  expect((await asDana('refund', 'ord_nowhere')).text).toBe('There is no such order.');
});

test('a refund that is refused is stuck until it is paid back by hand', async () => {
  const { customer, orderId } = await buy(cards.visa);
  await orderWhen(app, customer, orderId, 'active');
  await press('pay/break', { mode: 'no_refunds' });
  await asDana('refund', orderId);
  await orderWhen(app, customer, orderId, 'refund_failed');
  expect((await verb('orders')).text).toMatch(new RegExp(`refund refused .*${orderId}`));
  expect(await gauge('refund_failed')).toBe(1);
  expect((await verb('customer', 'show', customer.email)).text).toContain('refund failed');
  expect((await asDana('paid-back', orderId, 'check', '1041')).text).toContain('refunded now');
  expect((await verb('orders')).text).not.toContain(orderId);
  expect(await activityOf(customer)).toHaveLength(2);
  expect((await verb('order', 'show', orderId)).text).toMatch(/by hand  Dana check 1041/);
});

test('an order at the bank’s page is cancelled there, and never paid', async () => {
  const { customer, orderId } = await buy(cards.confirms);
  expect(await asDana('cancel', orderId)).toEqual({
    fine: true,
    text: `Order ${orderId} is cancelled now.`,
  });
  expect(await activityOf(customer)).toEqual([
    expect.stringMatching(/^Support canceled the order for /),
  ]);
  expect((await asDana('cancel', orderId)).text).toMatch(/^There is nothing to cancel/);
});

test('a paid order without a line is stuck after an hour; cancelled, the money goes back and no line comes', async () => {
  const { customer, orderId } = await buy(cards.visa, 'carrier');
  app.clock.move(minutes(61));
  expect((await verb('orders')).text).toMatch(new RegExp(`paid, no active line .*${orderId}`));
  expect(await gauge('no_line')).toBe(1);
  expect((await asDana('cancel', orderId)).fine).toBe(true);
  await press('carrier/break', { mode: 'none' });
  const order = await orderWhen(app, customer, orderId, 'refunded');
  expect(order.line?.status).toBe('ended');
  expect((await verb('orders')).text).not.toContain(orderId);
  const active = await buy(cards.visa);
  await orderWhen(app, active.customer, active.orderId, 'active');
  expect((await asDana('cancel', active.orderId)).text).toMatch(
    /^The carrier already has its line/,
  );
});

test('of thousands of paid orders those without any line are found, each look going on where the last one stopped', async () => {
  const { db } = app.app;
  const { customer, orderId } = await buy(cards.visa);
  await orderWhen(app, customer, orderId, 'active');
  const before = await gauge('no_line');
  const copies = sql`
    insert into orders select (jsonb_populate_record(orders, jsonb_build_object(
      'id', 'ord_copy' || n, 'cart_id', 'copy' || n, 'number', null))).*
    from orders, generate_series(1, ${2300}::int) as n where id = ${orderId}`;
  await copies.execute(db.query);
  expect(await gauge('no_line')).toBe(before);
  app.clock.move(minutes(61));
  expect(await gauge('no_line')).toBe(before + 2300);
  expect(await gauge('no_line')).toBe(before + 2300);
  expect((await verb('orders')).text).toContain('ord_copy2300');
  // One has its line at last, the others are paid back.
  await sql`update lines set order_id = 'ord_copy7' where order_id = ${orderId}`.execute(db.query);
  await sql`update orders set status = 'refunded' where id like 'ord_copy%' and id <> 'ord_copy7'`.execute(
    db.query,
  );
  expect(await gauge('no_line')).toBe(before);
  await sql`update lines set order_id = ${orderId} where order_id = 'ord_copy7'`.execute(db.query);
  await sql`delete from orders where id like 'ord_copy%'`.execute(db.query);
});

test('a card page that nobody came back from is counted after an hour', async () => {
  const customer = await newcomer(app);
  await customer.call(openCardPage, {});
  expect(await gauge('card_page')).toBe(0);
  app.clock.move(hours(1) + minutes(1));
  expect(await gauge('card_page')).toBe(1);
  expect((await verb('orders')).text).toContain('card page open');
});
