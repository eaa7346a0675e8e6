import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { avalaraLogin, openAvalara } from '../testing/avalara/server.ts';
import { avalaraSettings } from '../adapters/tax/avalara/settings.ts';
import { inTime } from '../testing/passing-time.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { refundToCredit } from './refund-to-credit.ts';
import { fileTaxes } from './tax-documents.ts';

let app: TestApp;
let avalara: Awaited<ReturnType<typeof openAvalara>>;
beforeAll(async () => {
  avalara = await openAvalara();
  const { user, password, clientId } = avalaraLogin;
  const tax = {
    kind: 'avalara',
    url: avalara.url,
    apiKey: `${user}:${password}`,
    clientId,
    pairs: avalaraSettings.settings.pairs.default,
  } as const;
  const usual = { ...nothingOutside.usual, tax };
  app = await openTestApp({ config: { adapters: { usual, brands: {} } } });
});
afterEach(() => {
  avalara.mode = 'up';
});
afterAll(async () => {
  await app.close();
  avalara.close();
});

async function buy() {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const { orderId } = await customer.call(placeOrder, orderOf(cart, { paymentToken: token }));
  return { cart, orderId };
}

const committed = () =>
  [...avalara.filed].flatMap(([doc, { committed: isFinal }]) => (isFinal ? [doc] : []));

const committedOf = (orderId: string, count: number) =>
  inTime(app, async () => {
    const found = committed().filter((doc) => doc.startsWith(orderId));
    return found.length >= count ? found : undefined;
  });

async function rowOf(orderId: string) {
  const { rows } = await sql<{ cents: number; status: string }>`
    select tax_cents as cents, status from tax_documents
    where order_id = ${orderId} and kind = 'sale'`.execute(app.app.db.query);
  return rows[0];
}

test('[M09] the engine’s taxes are quoted by name, and nothing of a quote is kept', async () => {
  const before = avalara.filed.size;
  const { quote } = await fillCart(app);
  expect(quote.estimated).toBe(false);
  expect(quote.lines.map((line) => line.label)).toEqual(
    expect.arrayContaining(['New York Sales Tax', 'City Sales Tax', 'New York E911 Fee']),
  );
  expect(avalara.filed.size).toBe(before);
});

test('[M09] a paid order is filed under its id with the cents that were charged', async () => {
  const { cart, orderId } = await buy();
  expect(await committedOf(orderId, 1)).toEqual([orderId]);
  const row = await app.eventually(async () => {
    const found = await rowOf(orderId);
    return found?.status === 'committed' ? found : undefined;
  });
  expect(row.cents).toBe(Math.round((cart.quote.taxAmount ?? 0) * 100));
  const { bill } = avalara.filed.get(orderId)?.invoice ?? {};
  expect(bill).toMatchObject({ addr: '120 Fulton Street', zip: '10038' });
});

test('[M09] a refund files the return of the sale, once', async () => {
  const { orderId } = await buy();
  await committedOf(orderId, 1);
  await refundToCredit(app.app, orderId, 'olga');
  expect(await committedOf(orderId, 2)).toEqual([orderId, `${orderId}.return`]);
  await fileTaxes(app.app, orderId);
  expect(committed().filter((doc) => doc.startsWith(orderId))).toHaveLength(2);
});

test('[M09] while the engine is away checkout goes on with an estimate, and the sale is filed later', async () => {
  avalara.mode = 'broken';
  app.clock.move(24 * 3600 * 1000);
  const { cart, orderId } = await buy();
  expect(cart.quote.estimated).toBe(true);
  await expect(fileTaxes(app.app, orderId)).rejects.toThrow(/did not answer/);
  avalara.mode = 'up';
  expect(await committedOf(orderId, 1)).toHaveLength(1);
});

test('[M09] a lost answer and two workers at once file a sale once', async () => {
  avalara.mode = 'loses_answers';
  const { orderId } = await buy();
  await expect(fileTaxes(app.app, orderId)).rejects.toThrow(/did not answer/);
  avalara.mode = 'up';
  await Promise.all([fileTaxes(app.app, orderId), fileTaxes(app.app, orderId)]);
  const tried = [...avalara.filed.keys()].filter((doc) => doc.startsWith(orderId));
  expect(tried.length).toBeGreaterThan(1);
  expect(committed().filter((doc) => doc.startsWith(orderId))).toHaveLength(1);
});
