import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf } from '../adapters/payment/stripe/bench.suite.ts';
import { signAsStripe } from '../adapters/payment/stripe/signature.ts';
import { days } from '../clock.ts';
import type { Finding } from '../operator/finding.ts';
import { runVerb } from '../operator/socket.ts';
import { openStripes, openStripeShops, paidInto, shopOf, type Stripe } from './brands-on-stripe.ts';
import { mesa } from './chatting.ts';
import { doQueued } from './queued-jobs.ts';
import { fillCart, newcomer, orderOf, type Shop } from './shopping.ts';
import { freshId, stampOf } from './stripe/account.ts';
import { openDispute } from './stripe/disputes.ts';
import { warnOfFraud } from './stripe/fraud-warnings.ts';
import type { TestApp } from './test-app.ts';

/** No worker: what a notice queues is done by hand, and nothing else happens. */
let app: TestApp;
let shop: Shop;
let customer: Awaited<ReturnType<typeof newcomer>>;
let stripe: Stripe;
let closeOther: () => Promise<void>;
beforeAll(async () => {
  const both = await openStripes(() => app.clock.now());
  stripe = both.mesa;
  closeOther = () => both.harbor.stripe.close();
  app = await openStripeShops({ harbor: paidInto(both.harbor), mesa: paidInto(both.mesa) });
  shop = shopOf(app, mesa);
  customer = await newcomer(shop);
});
afterAll(async () => {
  await app.close();
  await Promise.all([stripe.stripe.close(), closeOther()]);
});

async function buys() {
  const paymentToken = await tokenOf(stripe.stripe, '4242424242424242');
  const order = orderOf(await fillCart(shop), { paymentToken });
  const { orderId } = await customer.call(placeOrder, order);
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${orderId}`.execute(app.app.db.query);
  return { orderId, paymentRef: rows[0]?.ref ?? '' };
}

/** An event of Stripe's, as it comes to the door. */
async function post(ref: string, { id = freshId('evt'), what = 'created' } = {}) {
  const object = { id: ref, object: 'radar.early_fraud_warning' };
  const type = `${object.object}.${what}`;
  const body = JSON.stringify({ id, object: 'event', type, data: { object } });
  const signature = signAsStripe(body, stripe.settings.webhookSecret, app.clock.now());
  const answer = await app.fetch('/app/notices/payment/mesa', {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body,
  });
  expect(answer.status).toBe(200);
}

const work = () => doQueued(app.app, /^fraud-warning-changed$/);
const verb = async (...words: string[]) => (await runVerb(app.app, words)).text;
const listed = () => verb('stuck', 'fraud_warning', '--brand', 'mesa');

async function warned() {
  const bought = await buys();
  const warning = warnOfFraud(stripe.stripe.account, bought.paymentRef);
  await post(warning);
  await work();
  return { ...bought, warning };
}

const emailsTo = async () => (await app.emails(customer.email, 0)).length;
const standing = async (orderId: string) => {
  const { rows } = await sql<{ status: string }>`
    select status from charges where owner_id = ${orderId}`.execute(app.app.db.query);
  return rows[0]?.status;
};

test('[L06] [M12] a bank’s report of fraud waits for staff, who can let the payment stand; the customer hears nothing', async () => {
  const before = await emailsTo();
  const { orderId } = await warned();
  expect(await listed()).toMatch(
    new RegExp(
      `The card’s bank reports this payment as fraud \\(made with stolen card\\).*\\$[\\d.]+\\. +leave .*fraud_warning\\.${orderId}`,
    ),
  );
  expect(await verb('orders')).toMatch(new RegExp(`reported as fraud by the bank.*${orderId}`));
  const { findings } = JSON.parse(await verb('doctor', '--json')) as { findings: Finding[] };
  expect(findings.find(({ about }) => about === 'fraud warnings')).toMatchObject({
    fine: true,
    note: true,
    text: '1 payment is reported as fraud by a bank',
  });
  const metrics = await (await app.fetch('/metrics')).text();
  expect(metrics).toMatch(/portside_stuck\{kind="warned"\} 1\n/);
  expect(await standing(orderId)).toBe('paid');
  expect(await emailsTo()).toBe(before);

  const leave = ['stuck', 'leave', `fraud_warning.${orderId}`, '--brand', 'mesa', '--by', 'Dana'];
  const said = await runVerb(app.app, leave);
  expect(said).toMatchObject({
    fine: true,
    text: 'It stays paid. Its bank may still take it back.',
  });
  expect(await listed()).toBe('Nothing is stuck.');
  expect(await verb('order', 'show', orderId)).toMatch(
    /fraud warning {2}.* {2}made_with_stolen_card {2}left paid by Dana/,
  );
});

test('[M12] a warning that is told twice, out of order, or of a charge that nobody knows changes nothing', async () => {
  const { orderId, paymentRef, warning } = await warned();
  const rows = async () =>
    (await sql`select * from fraud_warnings order by id`.execute(app.app.db.query)).rows;
  const first = await rows();
  await post(warning, { id: 'evt_again' });
  await post(warning, { id: 'evt_again' });
  await post(warning, { what: 'updated' });
  await work();
  expect((await rows()).map((row) => ({ ...(row as object), read_at: 0 }))).toEqual(
    first.map((row) => ({ ...(row as object), read_at: 0 })),
  );

  const { account } = stripe.stripe;
  const intent = account.intents.get(paymentRef);
  if (!intent) throw new Error('The payment is gone');
  for (const other of [
    { ...intent, id: 'pi_of_another_shop' },
    { ...intent, id: '' },
  ]) {
    const fraudType = 'misc';
    const id = freshId('issfr');
    account.warnings.set(id, { id, created: stampOf(app.clock.now()), intent: other, fraudType });
    await post(id);
    await work();
  }
  expect(await rows()).toHaveLength(first.length);

  // The end is told before the beginning: what Stripe has by then counts.
  const second = await buys();
  const its = warnOfFraud(account, second.paymentRef);
  openDispute(account, second.paymentRef);
  await post(its, { what: 'updated' });
  await post(its);
  await work();
  expect(await listed()).toContain(orderId);
  expect(await listed()).not.toContain(second.orderId);
});

test('[L06] once the money is back, or 120 days are over, nothing is left to do', async () => {
  const { orderId } = await warned();
  const later = await warned();
  expect(await verb('order', 'refund', orderId)).toMatch(/is refund/);
  expect(await listed()).not.toContain(orderId);
  expect(await listed()).toContain(later.orderId);
  app.clock.move(days(121));
  expect(await listed()).toBe('Nothing is stuck.');
});
