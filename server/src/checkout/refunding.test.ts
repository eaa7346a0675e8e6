import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Refused } from '../http/no.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { listRefusedRefunds, noteOrderPaidBack, refundAgain } from './checkout.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => press('break', { mode: 'none' }));
afterAll(() => app.close());

/** A press at the simulated provider. */
async function press(what: string, body: object) {
  const answer = await app.fetch(`/sandbox/pay/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

let sims = 0;
/** An order whose SIM the carrier refuses: its money goes back. */
async function buyInVain(card: string = cards.visa) {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  sims += 1;
  const { orderId } = await customer.call(
    placeOrder,
    orderOf(cart, {
      paymentToken: await paymentToken(app, card),
      simType: 'physical',
      iccid: `89014100000000${String(sims).padStart(4, '0')}9`,
    }),
  );
  const total = `$${cart.quote.finalCheckoutAmount.toFixed(2)}`;
  return { customer, orderId, total, cents: Math.round(cart.quote.finalCheckoutAmount * 100) };
}

const subjects = async (to: string) => (await app.letters(to)).map((one) => one.subject);

/** What the provider gave back of an order, by its own books. */
async function givenBack(orderId: string) {
  const { rows } = await sql<{ cents: number; ref: string; key: string }>`
    select r.amount_cents as cents, r.ref, r.key from sandbox_pay_refunds r
    join sandbox_pay_charges c on c.ref = r.charge_ref
    where c.order_id = ${orderId} and r.status = 'refunded'`.execute(app.app.db.query);
  return rows;
}

test('a refund that the provider refuses is told in plain words, and stands among what is stuck', async () => {
  await press('break', { mode: 'no_refunds' });
  const { customer, orderId, total, cents } = await buyInVain();
  await orderWhen(app, customer, orderId, 'refund_failed');
  const [letter] = await app.letters(customer.email, 3);
  expect(letter?.subject).toBe('Your Harbor refund did not go through yet');
  expect(letter?.text).toContain(`we owe you ${total}`);
  expect(letter?.text).toContain('You do not have to do anything.');
  const stuck = (await listRefusedRefunds(app.app)).find((one) => one.orderId === orderId);
  expect(stuck).toMatchObject({ amountCents: cents, planName: expect.any(String) });
  expect(stuck?.tries).toMatchObject([
    { number: 1, status: 'failed', reason: 'expired_or_canceled_card', amountCents: cents },
  ]);
});

test('an operator tries a refused refund again under another key, and the money goes back once', async () => {
  await press('break', { mode: 'no_refunds' });
  const { customer, orderId, cents } = await buyInVain();
  await orderWhen(app, customer, orderId, 'refund_failed');
  expect(await refundAgain(app.app, orderId, 'Kim')).toBe('refunding');
  await app.eventually(async () => {
    const stuck = await listRefusedRefunds(app.app);
    return stuck.find((one) => one.orderId === orderId && one.tries.length === 2);
  });
  await press('break', { mode: 'none' });
  const both = await Promise.all([
    refundAgain(app.app, orderId, 'Kim'),
    refundAgain(app.app, orderId, 'Lou'),
  ]);
  expect(both.filter((one) => one === 'refunding')).toHaveLength(1);
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await givenBack(orderId)).toMatchObject([{ cents, key: `refund:${orderId}:1:3` }]);
  expect((await listRefusedRefunds(app.app)).map((one) => one.orderId)).not.toContain(orderId);
  const told = (await subjects(customer.email)).filter((one) => /refund/.test(one));
  expect(told).toEqual([
    'We refunded your Harbor order',
    'Your Harbor refund did not go through yet',
  ]);
});

test('an operator notes a refund as paid back by hand, once, and the customer is told', async () => {
  await press('break', { mode: 'no_refunds' });
  const { customer, orderId } = await buyInVain();
  await orderWhen(app, customer, orderId, 'refund_failed');
  const said = { operator: 'Kim', note: 'check no. 4711' };
  expect(await noteOrderPaidBack(app.app, orderId, said)).toBe('refunded');
  expect((await customer.call(viewOrder, { id: orderId })).status).toBe('refunded');
  const again = await noteOrderPaidBack(app.app, orderId, said);
  expect(again instanceof Refused && again.reason).toBe('nothing_owed');
  const unknown = await refundAgain(app.app, 'ord_none', 'Kim');
  expect(unknown instanceof Refused && unknown.reason).toBe('unknown_order');
  const told = await app.letters(customer.email, 4);
  expect(told[0]?.subject).toBe('We paid you back for your Harbor order');
  expect(await givenBack(orderId)).toEqual([]);
});

test('a refund that takes its time is on its way until the provider’s notice says it is done', async () => {
  const { customer, orderId } = await buyInVain('4000000000007726');
  await orderWhen(app, customer, orderId, 'refunding');
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await givenBack(orderId)).toHaveLength(1);
});

test('a refund that the bank sends back days later is refused after all', async () => {
  const { customer, orderId } = await buyInVain();
  await orderWhen(app, customer, orderId, 'refunded');
  const [refund] = await givenBack(orderId);
  await press('refunds/fail', { refund: refund?.ref });
  await orderWhen(app, customer, orderId, 'refund_failed');
  const told = await app.letters(customer.email, 4);
  expect(told[0]?.subject).toBe('Your Harbor refund did not go through yet');
  await refundAgain(app.app, orderId, 'Kim');
  await orderWhen(app, customer, orderId, 'refunded');
});

test('money that the provider’s own people give back is in our books too', async () => {
  const customer = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where order_id = ${orderId}`.execute(
    app.app.db.query,
  );
  await press('refunds', { payment: rows[0]?.payment });
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await givenBack(orderId)).toHaveLength(1);
  const [letter] = await app.letters(customer.email, 4);
  expect(letter?.subject).toBe('We refunded your Harbor order');
  expect(letter?.text).not.toContain('could not set up');
});

test('while the provider is down a refund waits, and the money goes back once when it is up', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  await app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'down' }),
  });
  const { orderId } = await customer.call(
    placeOrder,
    orderOf(cart, { paymentToken: token, simType: 'physical', iccid: '8901410000000099999' }),
  );
  await press('break', { mode: 'down' });
  await app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'none' }),
  });
  await orderWhen(app, customer, orderId, 'refunding');
  await press('break', { mode: 'none' });
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await givenBack(orderId)).toHaveLength(1);
});
