import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { listTransactions, viewTransaction } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Refused } from '../http/no.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { learnsLate } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  emailWhen,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { listRefusedRefunds, noteOrderPaidBack, refundAgain } from './refunding.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({ ...opened, carrier: learnsLate(opened.carrier) }),
    },
  });
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
  return {
    customer,
    cart,
    orderId,
    total,
    cents: Math.round(cart.quote.finalCheckoutAmount * 100),
  };
}

const refusedSubject = /^Your Harbor refund hasn’t gone through yet$/;
const refundedSubject = /^We refunded your Harbor order$/;

/** What the provider gave back of an order, by its own books. */
async function givenBack(orderId: string) {
  const { rows } = await sql<{ cents: number; ref: string; key: string }>`
    select r.amount_cents as cents, r.ref, r.key from sandbox_pay_refunds r
    join sandbox_pay_charges c on c.ref = r.charge_ref
    where c.owner_id = ${orderId} and r.status = 'refunded'`.execute(app.app.db.query);
  return rows;
}

test('a refund that the provider refuses is told in plain words, and stands among what is stuck', async () => {
  await press('break', { mode: 'no_refunds' });
  const { customer, orderId, total, cents } = await buyInVain();
  await orderWhen(app, customer, orderId, 'refund_failed');
  const mail = await emailWhen(app, customer.email, refusedSubject);
  expect(mail.text).toContain(`We owe you ${total}`);
  expect(mail.text).toContain('You don’t have to do anything.');
  const stuck = (await listRefusedRefunds(app.app)).find((one) => one.orderId === orderId);
  expect(stuck).toMatchObject({ amountCents: cents, planName: expect.any(String) });
  expect(stuck?.tries).toMatchObject([
    { number: 1, status: 'failed', reason: 'expired_or_canceled_card', amountCents: cents },
  ]);
});

test('the number that was kept for an order is free again once its money goes back', async () => {
  const { customer, orderId } = await buyInVain();
  await orderWhen(app, customer, orderId, 'refunded');
  await app.eventually(async () => {
    const { rows } = await sql`
      select msisdn from sandbox_carrier_numbers where key = ${orderId}`.execute(app.app.db.query);
    return rows.length === 0 || undefined;
  });
  // It was kept once: a refused activation tells its number.
  const { rows } = await sql<{ status: string; msisdn: string }>`
    select a.status, a.msisdn from sandbox_carrier_activations a
    join lines l on l.id = a.key where l.order_id = ${orderId}`.execute(app.app.db.query);
  expect(rows).toEqual([{ status: 'refused', msisdn: expect.stringMatching(/^\d{10}$/) }]);
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
  await emailWhen(app, customer.email, refundedSubject);
  const told = (await app.emails(customer.email)).map((one) => one.subject);
  expect(told.filter((one) => refusedSubject.test(one))).toHaveLength(1);
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
  await emailWhen(app, customer.email, /^We refunded your Harbor order another way$/);
  expect(await givenBack(orderId)).toEqual([]);
});

/** How an order's payment reads wherever a customer meets it. */
async function readings(customer: Caller, orderId: string) {
  const { transactions } = await customer.call(listTransactions, {});
  const [newest] = transactions;
  const id = newest?.id ?? '';
  const document = async (path: string) => {
    const headers = { ...harbor, authorization: `Bearer ${customer.token}` };
    return (await app.fetch(`/app/payments/${path}`, { headers })).text();
  };
  const [, first = ''] = (await document('transactions.csv')).split('\r\n');
  const [, status] = /,(Success|Failed|Refund\w*(?: \w+)*),/.exec(first) ?? ['', ''];
  const order = await customer.call(viewOrder, { id: orderId });
  const receipt = await document(`transactions/${id}/receipt`);
  return {
    list: newest?.outcome,
    details: (await customer.call(viewTransaction, { id })).outcome,
    order: order.transaction?.outcome,
    charged: newest?.successful,
    csv: status,
    receipt: [/Total \([^)]*\)|Total paid/.exec(receipt)?.[0], receipt.includes(`>${status}<`)],
  };
}

test('[D13] [D21] where the money is reads the same in list, details, CSV, receipt and order', async () => {
  await press('break', { mode: 'no_refunds' });
  const { customer, cart, orderId } = await buyInVain();
  const all = (outcome: string) => ({ list: outcome, details: outcome, order: outcome });
  await orderWhen(app, customer, orderId, 'refund_failed');
  expect(await readings(customer, orderId)).toEqual({
    ...all('refund_failed'),
    charged: true,
    csv: 'Refund delayed',
    receipt: ['Total (to be refunded)', true],
  });
  await press('break', { mode: 'down' });
  await refundAgain(app.app, orderId, 'Kim');
  expect(await readings(customer, orderId)).toEqual({
    ...all('refunding'),
    charged: true,
    csv: 'Refund in progress',
    receipt: ['Total (being refunded)', true],
  });
  await press('break', { mode: 'none' });
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await readings(customer, orderId)).toEqual({
    ...all('refunded'),
    charged: true,
    csv: 'Refunded',
    receipt: ['Total (refunded)', true],
  });
  expect(await givenBack(orderId)).toHaveLength(1);
  const token = await paymentToken(app, cards.visa);
  const again = orderOf(cart, { paymentToken: token, idempotencyKey: 'the-same-cart-again' });
  expect(await customer.call(placeOrder, again)).toMatchObject({ orderId, status: 'refunded' });
  const { transactions } = await customer.call(listTransactions, {});
  expect(transactions).toHaveLength(1);
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
  await emailWhen(app, customer.email, refusedSubject);
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
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  await press('refunds', { payment: rows[0]?.payment });
  const { payment } = await orderWhen(app, customer, orderId, 'refunded');
  expect(payment.message).toBe('We refunded your payment for this line.');
  expect(await givenBack(orderId)).toHaveLength(1);
  const mail = await emailWhen(app, customer.email, refundedSubject);
  expect(mail.text).not.toContain('couldn’t set up');
});
