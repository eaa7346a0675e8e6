import { randomUUID } from 'node:crypto';
import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { listCards, listTransactions, openCardPage } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../process/log.ts';
import { magicCards } from '../adapters/payment/sandbox/cards.ts';
import { fillCart, newcomer, orderOf, orderWhen } from '../testing/shopping.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { everyRow } from '../testing/every-row.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** A code that nothing else in the product looks like. */
const cvv = '7391';
const numbers = magicCards.map(({ number }) => number.replaceAll(' ', ''));
/** What the simulated provider's own page offers for trying out. */
const printedExample = 'For example 4242 4242 4242 4242';
const passedOn: string[] = [];
const logged: string[] = [];
const plainFetch = globalThis.fetch;

let app: TestApp;
beforeAll(async () => {
  // Listens to every answer, whoever asked for it.
  globalThis.fetch = async (...call) => {
    const answer = await plainFetch(...call);
    const head = [...answer.headers].map((pair) => pair.join(': ')).join('\n');
    const body = await answer.clone().text();
    passedOn.push(`${head}\n\n${body.replace(printedExample, '')}`);
    return answer;
  };
  const log = openLog('trace', { write: (line: string) => void logged.push(line) });
  app = await openTestApp({ overrides: { log } });
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await app.close();
});

/** Which numbers a text holds: however they are spaced, cut after twelve digits, as bytes in hex. */
function numbersIn(text: string): string[] {
  const close = text.replaceAll(/(?<=\d)[ \u00a0-](?=\d)/g, '');
  return numbers.filter(
    (number) =>
      close.includes(number.slice(0, 12)) ||
      text.includes(Buffer.from(number).toString('hex')) ||
      text.includes(Buffer.from(number).toString('base64').slice(0, 15)),
  );
}
const hasCode = (text: string) => /(cvv|cvc|security.?code)\W{1,8}7391/i.test(text);
const culprits = (texts: readonly string[]) =>
  texts.filter((text) => numbersIn(text).length > 0 || hasCode(text));

const typed = (number: string) => ({
  number,
  expiry: '12/39',
  cvv: /^3[47]/.test(number) ? cvv : cvv.slice(0, 3),
  cardholderName: 'Noa Newcomer',
});

async function tokenFor(number: string): Promise<string> {
  const answer = await app.fetch('/sandbox/pay/tokens', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typed(number)),
  });
  expect(answer.status, number).toBe(200);
  return ((await answer.json()) as { paymentToken: string }).paymentToken;
}

const submit = (url: string, form: Record<string, string>) =>
  app.fetch(new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form),
  });

const send = (customer: Caller, path: string, more: RequestInit = {}) =>
  app.fetch(path, {
    ...more,
    headers: {
      ...harbor,
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${customer.token}`,
      ...(more.body && { 'content-type': 'application/json' }),
    },
  });

/** Buys with the card, saves it on the provider's page too, and reads all there is to read of it. */
async function useCard(number: string): Promise<string> {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const order = orderOf(cart, { paymentToken: await tokenFor(number), saveCard: true });
  const { orderId, status, redirectUrl } = await customer.call(placeOrder, order);
  if (redirectUrl) {
    await submit(redirectUrl, { outcome: 'complete' });
    const payment = new URL(redirectUrl).pathname.split('/').at(-1) ?? '';
    await customer.call(confirmPayment, { payment });
  }
  const page = await customer.call(openCardPage, {});
  await submit(page.url, typed(number));
  await send(customer, `/app/payments/storecardpage/${page.sessionId}`);
  if (status !== 'declined') {
    await orderWhen(app, customer, orderId, 'paid', 'activating', 'active');
    await app.emails(customer.email, 2);
  }
  await customer.call(listCards, {});
  const { transactions } = await customer.call(listTransactions, {});
  for (const { id } of transactions) {
    for (const form of ['', '/receipt']) {
      expect((await send(customer, `/app/payments/transactions/${id}${form}`)).status).toBe(200);
    }
  }
  for (const path of ['transactions.csv', `transactions?q=${number}`]) {
    await send(customer, `/app/payments/${path}`);
  }
  await send(customer, '/app/users/view');
  return customer.email;
}

/** A client that does it wrong hands us the number itself. */
async function handOver(number: string): Promise<void> {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const order = JSON.stringify({ ...orderOf(cart, {}), ...typed(number) });
  const asToken = JSON.stringify({ ...orderOf(cart, { paymentToken: number }) });
  const requests: [method: string, path: string, body?: string][] = [
    ['POST', '/app/checkout/orders', order],
    ['POST', '/app/checkout/orders', asToken],
    ['POST', '/app/checkout/orders', `{"number": ${number} ${number}`],
    ['POST', '/app/payments/cards/setdefault', JSON.stringify({ cardId: number })],
    ['DELETE', `/app/payments/cards/${number}`],
  ];
  for (const [method, path, body] of requests) {
    const answer = await send(customer, path, { method, ...(body && { body }) });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
  }
}

test('no answer, log line or table holds a card number or a security code', async () => {
  // What is looked for would be found.
  const bytes = Buffer.from('4242424242424242').toString('hex');
  for (const text of ['4242424242424242', 'of 4242 4242-4242 42..', `\\x00${bytes}ff`]) {
    expect(numbersIn(text), text).toEqual(['4242424242424242']);
  }
  expect(hasCode(`{"cvv":"${cvv}"}`)).toBe(true);
  expect(numbersIn('visa •••• 4242')).toEqual([]);

  const emails: string[] = [];
  for (const number of numbers) emails.push(await useCard(number));
  expect(emails).toHaveLength(16);
  await handOver('4242424242424242');
  await app.fetch('/metrics');

  const tables = await everyRow(app.app.db.query);
  const schemas = new Set([...tables.keys()].map((name) => name.split('.')[0]));
  expect(schemas).toContain('pgboss');
  expect(tables.get('public.sandbox_pay_charges')?.join()).toContain('0119');
  expect(tables.get('public.sandbox_pay_tokens')?.length).toBeGreaterThanOrEqual(12);
  expect([...tables.values()].flat().join()).toContain(emails[0]);
  expect(logged.length).toBeGreaterThan(0);

  const held = [...tables].flatMap(([name, rows]) => culprits(rows).map((row) => `${name} ${row}`));
  expect(held, 'rows').toEqual([]);
  expect(culprits(logged), 'log lines').toEqual([]);
  expect(passedOn.length).toBeGreaterThan(100);
  expect(culprits(passedOn), 'answers').toEqual([]);
}, 240_000);
