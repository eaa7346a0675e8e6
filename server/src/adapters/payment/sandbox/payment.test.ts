import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outsideTransactions } from '../../open-adapters.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { sandboxPages } from '../../sandbox-pages.ts';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import { paymentSuite } from '../payment.suite.ts';
import { moveDispute, openDispute } from './disputes.ts';
import { warnOfFraud } from './fraud-warnings.ts';
import { failRefund } from './refunds.ts';
import { sandboxPayment, saveSandboxCard } from './payment.ts';

async function openProvider() {
  const test = await openTestWorld();
  const http = Fastify();
  await http.register(sandboxPages(test.world), { prefix: '/sandbox' });
  return { test, http };
}

function sendForm(http: FastifyInstance, address: string, form: Record<string, string>) {
  return http.inject({
    method: 'POST',
    url: new URL(address, 'http://shop.example').pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
}

const typed = (number: string, expiry = '12/30') => ({
  number,
  expiry,
  cvv: number.length === 15 ? '1234' : '123',
  cardholderName: 'Ann Bee',
});

paymentSuite('the sandbox', async () => {
  const { test, http } = await openProvider();
  return {
    port: sandboxPayment(test.world),
    async token(number, expiry) {
      const payload = typed(number, expiry);
      const answer = await http.inject({ method: 'POST', url: '/sandbox/pay/tokens', payload });
      return answer.json<{ paymentToken: string }>().paymentToken;
    },
    async answerBank(redirectUrl, outcome) {
      return String((await sendForm(http, redirectUrl, { outcome })).headers.location);
    },
    async fillSetup(url, number) {
      return String((await sendForm(http, url, typed(number))).headers.location);
    },
    tokensHold: 15 * 60_000,
    returnRefund: (refundRef) => failRefund(test.world, refundRef),
    async dispute(paymentRef) {
      const dispute = await openDispute(test.world, paymentRef);
      if (!dispute) throw new Error(`No dispute of ${paymentRef}`);
      return dispute.ref;
    },
    async warn(paymentRef) {
      const warning = await warnOfFraud(test.world, paymentRef);
      if (!warning) throw new Error(`No warning of ${paymentRef}`);
      return warning;
    },
    async decideDispute(disputeRef, verdict) {
      await moveDispute(test.world, disputeRef, verdict);
    },
    async pass(milliseconds) {
      test.move(milliseconds);
      // Two rounds: in the first one the notices of what was due are written, some of them sent.
      return [...(await test.tick()), ...(await test.tick())];
    },
    async close() {
      await http.close();
      await test.close();
    },
  };
});

let bench: TestWorld;
let http: FastifyInstance;
const port = () => sandboxPayment(bench.world);

beforeAll(async () => {
  ({ test: bench, http } = await openProvider());
});
afterAll(async () => {
  await http.close();
  await bench.close();
});

const none = { key: 'order:none', customerRef: 'cus_none' };

const tokens = (payload: object) =>
  http.inject({ method: 'POST', url: '/sandbox/pay/tokens', payload });

test('[I22] the provider’s script is served by the provider, and hands out PortsidePay', async () => {
  const { scriptUrl } = port().browser('http://shop.example');
  const script = await http.inject(scriptUrl);
  expect(script.headers['content-type']).toContain('text/javascript');
  const window: { PortsidePay?: { createToken: unknown } } = {};
  runInNewContext(script.body, { window });
  expect(window.PortsidePay?.createToken).toBeTypeOf('function');
});

test.each([
  ['a number without its check digit', { number: '4242424242424241' }, 402, 'number'],
  ['a date in the past', { expiry: '10/26' }, 402, 'expiry'],
  ['a month that is none', { expiry: '13/30' }, 402, 'expiry'],
  ['a code too short for the brand', { number: '378282246310005', cvv: '123' }, 402, 'cvv'],
  ['no number at all', { number: '' }, 400, undefined],
])('a card with %s gets a sentence and no token', async (_, change, status, field) => {
  const answer = await tokens({ ...typed('4242424242424242'), ...change });
  expect(answer.statusCode).toBe(status);
  const { error } = answer.json<{ error: { message: string; field?: string } }>();
  expect(error.message).toMatch(/\.$/);
  expect(error.field).toBe(field);
});

test('the billing address goes with the token to the charge and the saved card', async () => {
  const billing = {
    address: '9 Mast Lane',
    city: 'Reno',
    zipCode: '89501',
    country: 'US',
    companyName: 'Quay & Sons',
  };
  const { ref } = await port().createCustomer({ key: 'b', email: 'b@x.example', name: 'B' });
  const { paymentToken } = (await tokens({ ...typed('4242424242424242'), billing })).json<{
    paymentToken: string;
  }>();
  const charge = await port().charge({
    key: 'order:billing',
    amountCents: 100,
    customerRef: ref,
    present: true,
    method: {
      kind: 'token',
      paymentToken,
      save: true,
    },
    returnUrl: 'http://shop.example/stripe-response',
    description: 'A plan',
    owner: {
      kind: 'order',
      id: 'ord_1',
    },
  });
  if (charge.kind !== 'paid') throw new Error(`The charge is ${charge.kind}`);
  const page = await http.inject('/sandbox/pay');
  expect(page.body).toContain('Quay &amp; Sons, 9 Mast Lane, Reno, 89501, US');
  const again = await port().charge({
    key: 'order:billing2',
    amountCents: 200,
    customerRef: ref,
    present: true,
    method: {
      kind: 'saved',
      cardRef: charge.savedCardRef ?? '',
    },
    returnUrl: 'http://shop.example/stripe-response',
    description: 'A plan',
    owner: {
      kind: 'order',
      id: 'ord_1',
    },
  });
  expect(again.kind).toBe('paid');
  const after = await http.inject('/sandbox/pay');
  expect(after.body.split('9 Mast Lane')).toHaveLength(3);
});

test('a card is good until the last day of its month', async () => {
  expect((await tokens(typed('4242424242424242', '11/26'))).statusCode).toBe(200);
});

test('no table of the provider holds a card number', async () => {
  const number = '5555555555554444';
  await tokens(typed(number));
  const { ref } = await port().createCustomer({ key: 'c', email: 'c@x.example', name: 'C' });
  await saveSandboxCard(bench.world, ref, { number, expiry: '04/29', name: 'C' });
  const db = bench.world.db.query.withTables<Record<string, Record<string, unknown>>>();
  const tables = await bench.world.db.query.introspection.getTables();
  const rows = await Promise.all(
    tables
      .filter((table) => table.name.startsWith('sandbox_'))
      .map((table) => db.selectFrom(table.name).selectAll().execute()),
  );
  expect(JSON.stringify(rows)).toContain('4444');
  expect(JSON.stringify(rows)).not.toContain(number);
});

test('a demo card saved twice is one card', async () => {
  const { ref } = await port().createCustomer({ key: 'd', email: 'd@x.example', name: 'D' });
  const card = { number: '4242424242424242', expiry: '04/29', name: 'D' };
  const first = await saveSandboxCard(bench.world, ref, card);
  expect(first.card).toMatchObject({ network: 'visa', last4Digits: '4242', expiry: '04/29' });
  expect(await saveSandboxCard(bench.world, ref, card)).toEqual(first);
});

test('[D16] a declined or mistyped card stays on the hosted page, and Cancel goes to the failure', async () => {
  const { ref } = await port().createCustomer({ key: 'e', email: 'e@x.example', name: 'E' });
  const { url, sessionId } = await port().openCardSetup({
    key: 'setup:e',
    customerRef: ref,
    successUrl: 'http://shop.example/yes',
    failureUrl: 'http://shop.example/no',
  });
  const page = await http.inject(new URL(url).pathname);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain(
    "form-action 'self' http://shop.example",
  );
  const declined = await sendForm(http, url, typed('4000000000000002'));
  expect(declined.statusCode).toBe(402);
  expect(declined.body).toContain('Your card was declined');
  expect(declined.body).not.toContain('4000000000000002');
  const cancelled = await sendForm(http, url, { action: 'cancel' });
  expect(cancelled.headers.location).toBe('http://shop.example/no');
  expect(await port().viewCardSetup(sessionId)).toMatchObject({ status: 'failed' });
});

test('a name with markup in it stays text on the provider’s pages', async () => {
  const { ref } = await port().createCustomer({ key: 'x', email: 'x@x.example', name: 'X' });
  const asked = await port().charge({
    key: 'order:x',
    amountCents: 100,
    customerRef: ref,
    method: {
      kind: 'token',
      paymentToken: (await tokens(typed('4000002500003155'))).json().paymentToken,
      save: false,
    },
    returnUrl: 'http://shop.example/stripe-response',
    present: true,
    owner: { kind: 'order', id: 'ord_x' },
    description: '<script>alert(1)</script>',
  });
  if (asked.kind !== 'confirm') throw new Error(`The charge is ${asked.kind}`);
  const page = await http.inject(new URL(asked.redirectUrl).pathname);
  expect(page.body).toContain('&lt;script&gt;');
  expect(page.body).not.toContain('<script');
});

test('a provider that is down does nothing, and one that is slow answers late', async () => {
  const pauses: number[] = [];
  const slow = sandboxPayment(bench.world, async (milliseconds) => pauses.push(milliseconds));
  const set = (mode: string) =>
    http.inject({ method: 'POST', url: '/sandbox/pay/break', payload: { mode } });
  expect((await set('down')).json()).toEqual({ mode: 'down' });
  const down = port().findCharge(none);
  await expect(down).rejects.toMatchObject({ service: 'payment', outcome: 'not_done' });
  expect((await tokens(typed('4242424242424242'))).statusCode).toBe(503);
  await set('slow');
  expect(await slow.findCharge(none)).toBeUndefined();
  expect(pauses).toEqual([3000]);
  expect((await set('sideways')).statusCode).toBe(400);
  await set('none');
  await slow.findCharge(none);
  expect(pauses).toEqual([3000]);
});

test('while refunds are refused each key fails for good, and another one goes through after it', async () => {
  const set = (mode: string) =>
    http.inject({ method: 'POST', url: '/sandbox/pay/break', payload: { mode } });
  const paymentRef = await pay('refused');
  const refund = (key: string) => port().refund({ key, paymentRef, amountCents: 100 });
  await set('no_refunds');
  const refused = await refund('refund:1');
  expect(refused).toMatchObject({ kind: 'failed', reason: 'expired_or_canceled_card' });
  await set('none');
  expect(await refund('refund:1')).toEqual(refused);
  expect(await refund('refund:2')).toMatchObject({ kind: 'refunded' });
});

test('people at the provider give money back, and a bank sends a refund back', async () => {
  const send = (path: string, payload: object) =>
    http.inject({ method: 'POST', url: `/sandbox/pay/${path}`, payload });
  const payment = await pay('by-hand');
  const { refund } = (await send('refunds', { payment })).json<{ refund: string }>();
  const made = await port().viewRefund(refund);
  expect(made).toMatchObject({ kind: 'refunded', paymentRef: payment, amountCents: 100 });
  expect(made.key).toBeUndefined();
  await send('refunds/fail', { refund });
  expect(await port().viewRefund(refund)).toMatchObject({ kind: 'failed' });
  expect((await send('refunds', { payment: 'pi_none' })).statusCode).toBe(404);
});

test('a key that the provider forgot charges again: whoever repeats it must look first', async () => {
  const first = await pay('forgotten');
  expect(await pay('forgotten')).toBe(first);
  bench.move(port().keysKeptFor);
  expect(await pay('forgotten')).not.toBe(first);
  expect((await port().findCharge({ ...none, key: 'order:forgotten' }))?.kind).toBe('paid');
});

test('a payment is disputed once, notices tell of it, and it goes on as banks do', async () => {
  const send = (path: string, payload: object) =>
    http.inject({ method: 'POST', url: `/sandbox/pay/${path}`, payload });
  const payment = await pay('disputed');
  const { dispute } = (await send('disputes', { payment })).json<{ dispute: string }>();
  expect((await send('disputes', { payment })).statusCode).toBe(404);
  const seen = { paymentRef: payment, amountCents: 100, reason: 'fraudulent' };
  expect(await port().viewDispute(dispute)).toMatchObject({ ...seen, status: 'open' });
  const move = async (status: string) =>
    (await send('disputes/move', { dispute, status })).statusCode;
  expect(await move('under_review')).toBe(200);
  expect(await port().viewDispute(dispute)).toMatchObject({ status: 'answered' });
  expect(await move('lost')).toBe(200);
  expect(await move('under_review')).toBe(404);
  expect(await move('sideways')).toBe(400);
  expect(await port().viewDispute(dispute)).toMatchObject({ status: 'lost' });
  const told: string[] = [];
  for (let round = await bench.tick(); round.length > 0; round = await bench.tick()) {
    for (const one of round) {
      const notice = port().readNotice(one.headers, one.body);
      if (notice?.ref === dispute) told.push(notice.about);
    }
  }
  expect(new Set(told)).toEqual(new Set(['dispute']));
  expect(told.length).toBeGreaterThanOrEqual(3);
});

/** Pays with a saved card under this key. */
async function pay(key: string) {
  const { ref } = await port().createCustomer({ key, email: `${key}@x.example`, name: 'R' });
  const card = { number: '4242424242424242', expiry: '04/29', name: 'R' };
  const saved = await saveSandboxCard(bench.world, ref, card);
  const charge = await port().charge({
    key: `order:${key}`,
    amountCents: 100,
    customerRef: ref,
    present: true,
    method: {
      kind: 'saved',
      cardRef: saved.ref,
    },
    returnUrl: 'http://shop.example/stripe-response',
    description: 'A plan',
    owner: {
      kind: 'order',
      id: 'ord_1',
    },
  });
  if (charge.kind !== 'paid') throw new Error(`The charge is ${charge.kind}`);
  return charge.paymentRef;
}

test('no verb of a port can be used inside a transaction', async () => {
  const guarded = outsideTransactions('payment', port());
  const inside = bench.world.db.transaction(async () => guarded.findCharge(none));
  await expect(inside).rejects.toThrow('payment.findCharge was used inside a transaction');
  await expect(inside).rejects.not.toBeInstanceOf(OutsideFailure);
  expect(await guarded.findCharge(none)).toBeUndefined();
});
