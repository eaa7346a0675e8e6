import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { PaymentPort } from '../adapters/payment/payment.ts';
import { days, hours, minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from '../slices.ts';
import { settleOrder } from './settling.ts';

/** Answers that get lost, and what happens between a look and a charge. */
const trouble: { losesAnswers: boolean; meanwhile?: () => void } = { losesAnswers: false };
const troubled = (port: PaymentPort): PaymentPort => ({
  ...port,
  async charge(request) {
    trouble.meanwhile?.();
    const answer = await port.charge(request);
    if (trouble.losesAnswers) throw new OutsideFailure('payment', 'unknown');
    return answer;
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    config: { roles: new Set(['api', 'web']) },
    overrides: { adapters: (opened) => ({ ...opened, payment: troubled(opened.payment) }) },
  });
});
afterAll(() => app.close());

/** Paid at the provider; nobody here knows. */
async function lostOrder() {
  const customer = await newcomer(app);
  trouble.losesAnswers = true;
  const token = await paymentToken(app, cards.visa);
  const { orderId } = await customer.call(
    placeOrder,
    orderOf(await fillCart(app), { paymentToken: token }),
  );
  trouble.losesAnswers = false;
  return { customer, orderId };
}

/** Does what was queued by now, in place of a worker. */
async function work(): Promise<void> {
  const { rows } = await sql<{ name: string; data: object }>`
    delete from pgboss.job where name in ('give-back-stray', 'send-letter', 'send-urgent-letter')
    returning name, data`.execute(app.app.db.query);
  for (const { name, data } of rows) {
    await handlers.find(({ job }) => job.name === name)?.run(app.app, data);
  }
}

async function chargesOf(orderId: string) {
  const { rows } = await sql<{ ref: string; status: string; cents: number; back: number }>`
    select ref, status, amount_cents as cents, coalesce((select sum(amount_cents) from
      sandbox_pay_refunds where charge_ref = sandbox_pay_charges.ref and status <> 'failed'), 0)::int as back
    from sandbox_pay_charges where owner_id = ${orderId} order by created_at`.execute(
    app.app.db.query,
  );
  return rows;
}

test('[M02] a charge whose key the provider forgot is found by our mark, and pays the order once', async () => {
  const { customer, orderId } = await lostOrder();
  app.clock.move(days(2));
  await settleOrder(app.app, orderId);
  expect(await chargesOf(orderId)).toMatchObject([{ status: 'paid' }]);
  expect((await orderWhen(app, customer, orderId, 'paid', 'placed')).status).toBe('paid');
});

test('[M02] also when the key is forgotten during the call itself', async () => {
  const { customer, orderId } = await lostOrder();
  trouble.meanwhile = () => app.clock.move(hours(30));
  await settleOrder(app.app, orderId);
  delete trouble.meanwhile;
  expect((await orderWhen(app, customer, orderId, 'paid', 'placed')).status).toBe('paid');
  const paid = (await chargesOf(orderId)).filter((one) => one.status === 'paid');
  expect(paid).toHaveLength(1);
});

test('[M02] a charge that paid for nothing is given back by itself, once, and its customer is told', async () => {
  const { customer, orderId } = await lostOrder();
  const db = app.app.db.query;
  // As an earlier version decided it.
  await sql`update charges set status = 'declined' where owner_id = ${orderId}`.execute(db);
  await sql`update orders set status = 'declined' where id = ${orderId}`.execute(db);
  app.clock.move(minutes(30));
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('not in our books');
  await work();
  const [charge] = await chargesOf(orderId);
  expect(charge).toMatchObject({ status: 'paid', back: charge?.cents });
  await work();
  await emailWhen(app, customer.email, /charged your card by mistake/);
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('no difference');
  await work();
  expect((await chargesOf(orderId))[0]?.back).toBe(charge?.cents);
});

test('[M02] a charge that its order still waits for pays it when the books are compared, and stays', async () => {
  const { customer, orderId } = await lostOrder();
  app.clock.move(minutes(30));
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('not in our books');
  await work();
  expect((await orderWhen(app, customer, orderId, 'paid')).status).toBe('paid');
  expect(await chargesOf(orderId)).toMatchObject([{ status: 'paid', back: 0 }]);
});

test('[M03] books that could not be read are compared later, to the last time that they were', async () => {
  const press = (mode: string) =>
    app.fetch('/sandbox/pay/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('compared');
  const { orderId } = await lostOrder();
  await sql`update charges set status = 'declined' where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  await press('down');
  for (let day = 0; day < 12; day += 1) {
    app.clock.move(days(1));
    expect((await runVerb(app.app, ['reconcile'])).fine).toBe(false);
  }
  await press('none');
  expect((await runVerb(app.app, ['reconcile'])).text).toMatch(
    new RegExp(`not in our books.*${orderId}`),
  );
});
