import { at, wire } from '@portside/contract/wire.suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawWire, said, text, type Json } from './raw-wire.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/**
 * The calls of shop, checkout and order history (docs/requirements.md, I23), verbatim: method,
 * path, names of fields and amounts in dollars. See wire.test.ts.
 */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const { open, send, answered, asked, login, newcomer, list } = rawWire(() => app);
const first = async (line: string, name: string, token?: string) =>
  (await list(line, name, token))[0] as Json;
const nobody = undefined;

test.each([
  wire.placeOrder,
  at(wire.viewOrder, 'ord_1'),
  wire.listTransactions,
  at(wire.viewTransaction, 'trx_1'),
  at(wire.printReceipt, 'trx_1'),
  at(wire.downloadReceipt, 'trx_1'),
  wire.exportTransactions,
])('[F05] [I23] %s asks for the bearer token', async (line) => {
  expect(await send(line)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('[C02] [J04] [I23] plans cost dollars a month, with cents behind the point', async () => {
  const plans = await list(wire.listPlans, 'plans');
  expect(plans.map((one) => [one['id'], one['retailPrice']])).toEqual([
    ['skiff-2', 12],
    ['ferry-5', 18],
    ['sloop-12', 25],
    ['cutter-25', 32.5],
    ['clipper-unlimited', 40],
    ['frigate-unlimited-plus', 55],
  ]);
  expect(await answered(at(wire.viewPlan, 'cutter-25'))).toMatchObject({
    id: 'cutter-25',
    nickname: 'Cutter',
    mdn: '',
    retailName: 'Cutter 25 GB',
    retailDescription: expect.stringContaining('\n'),
    retailPrice: 32.5,
  });
});

const bill = [
  { kind: 'plan', label: 'Sloop 12 GB', amount: 25 },
  { kind: 'discount', label: 'Promo code WELCOME10', amount: -2.5 },
  {
    kind: 'company_fee',
    label: 'Regulatory fee (charged by Harbor, not a tax)',
    amount: 1.49,
  },
];

test('[J04] [I23] plans/prices and quote answer dollars, line by line', async () => {
  const { prices, coverage } = await answered(`${wire.listPrices}?zipCode=10038`);
  expect(coverage).toEqual({ network: '5G', message: text });
  expect(await answered(`${wire.viewCoverage}?zipCode=10038`)).toEqual(coverage);
  const sloop = (prices as Json[]).find((one) => one['planId'] === 'sloop-12');
  expect(sloop).toMatchObject({ today: 29.82, monthly: 29.82, lines: [bill[0], bill[2], {}, {}] });
  const cart = { planId: 'sloop-12', zipCode: '10038', cartId: 'cart-wire-1' };
  const quote = await answered(wire.askQuote, nobody, {
    ...cart,
    promoCode: 'WELCOME10',
  });
  expect(quote).toMatchObject({
    quoteId: text,
    orderTotal: 25,
    discountAmount: 2.5,
    regulatoryFee: 1.49,
    activationFee: 0,
    taxAmount: 3.12,
    finalCheckoutAmount: 27.11,
    expiresAt: text,
    renewal: { amount: 29.82, firstOn: text },
  });
  expect((quote['lines'] as Json[]).slice(0, 3)).toEqual(bill);
  expect(await asked(wire.askQuote)).toEqual(['planId', 'zipCode', 'cartId']);
});

const pay = async (number: string) => {
  const body = { number, expiry: '12/39', cvv: '123', cardholderName: 'Noa Wire' };
  const answer = await send('POST /sandbox/pay/tokens', { body, headers: {} });
  expect(answer).toMatchObject({
    status: 200,
    body: { paymentToken: text, network: 'visa', last4Digits: number.slice(-4) },
  });
  return answer.body['paymentToken'] as string;
};

const person = { firstName: 'Noa', lastName: 'Wire', contactNumber: '+13125550199' };
const street = {
  streetNumber: '120',
  streetDirection: 'W',
  streetName: 'Fulton Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

/** The body of an order for Sloop in New York. */
async function orderBody(cartId: string, card: string): Promise<Json> {
  const cart = { planId: 'sloop-12', zipCode: '10038', cartId };
  const { quoteId } = await answered(wire.askQuote, nobody, cart);
  return {
    quoteId,
    cartId,
    paymentToken: await pay(card),
    saveCard: true,
    simType: 'esim',
    imei: '350000000000006',
    ...person,
    ...street,
  };
}

test('[I23] an order is placed, looked at and paid in dollars, and its eSIM is there', async () => {
  const { token } = await newcomer();
  const body = await orderBody('cart-wire-2', '4242424242424242');
  const call = wire.placeOrder;
  expect(await asked(call, token, body)).toEqual(['idempotencyKey']);
  const key = { 'Idempotency-Key': 'cart-wire-2:1' };
  const placed = await answered(call, token, body, key);
  expect(placed).toMatchObject({ orderId: text, status: 'paid', ...said });
  const order = await app.eventually(async () => {
    const view = await answered(at(wire.viewOrder, placed['orderId'] as string), token);
    return view['status'] === 'active' ? view : undefined;
  });
  expect(order).toMatchObject({
    orderId: placed['orderId'],
    cartId: 'cart-wire-2',
    line: { mdn: expect.stringMatching(/^\d{10}$/), iccid: text, simType: 'esim' },
    transaction: {
      item: 'Sloop 12 GB',
      successful: true,
      last4DigitCard: '4242',
      paymentDetails: { orderTotal: 25, finalCheckoutAmount: 29.82 },
    },
  });
  const line = await first(wire.listLines, 'lines', token);
  expect(line).toMatchObject({
    id: text,
    mdn: text,
    nickname: 'Sloop 12 GB',
    iccid: text,
    plan: { id: 'sloop-12' },
    simType: 'esim',
    status: 'active',
  });
  const esim = await answered(at(wire.viewEsim, line['id'] as string), token);
  expect(esim).toMatchObject({
    activationCode: text,
    smdpAddress: text,
    matchingId: text,
    state: text,
    installUrls: {
      ios: text,
      android: text,
    },
  });
  const cards = await list(wire.listCards, 'cards', token);
  expect(cards).toMatchObject([{ last4Digits: '4242', cardholderName: 'Noa Wire' }]);
});

test('[I23] a declined order says so, with a reason for programs', async () => {
  const { token } = await newcomer();
  const body = await orderBody('cart-wire-3', '4000000000000002');
  const key = { 'Idempotency-Key': 'cart-wire-3:1' };
  const declined = await answered(wire.placeOrder, token, body, key);
  expect(declined).toMatchObject({ orderId: text, status: 'declined', reason: text, ...said });
});

test('[D21] [J04] [I23] transactions are dollars, filtered by month, year and words', async () => {
  const maya = await login('maya@example.com');
  const call = wire.listTransactions;
  const all = await list(call, 'transactions', maya);
  expect(all).toHaveLength(7);
  expect(all.at(-1)).toMatchObject({
    id: text,
    item: 'Sloop 12 GB',
    transactionTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    successful: true,
    last4DigitCard: '4242',
    paymentDetails: {
      orderTotal: 25,
      taxAmount: 3.12,
      regulatoryFee: 1.49,
      discountAmount: 2.5,
      paymentMethod: 'visa',
      last4DigitCard: '4242',
      finalCheckoutAmount: 27.11,
    },
  });
  expect(await list(`${call}?year=2001`, 'transactions', maya)).toEqual([]);
  expect(await list(`${call}?q=27.11`, 'transactions', maya)).toHaveLength(1);
  expect(await list(`${call}?q=nothing`, 'transactions', maya)).toEqual([]);
  const page = await answered(`${call}?limit=4`, maya);
  const rest = `${call}?limit=4&cursor=${page['next'] as string}`;
  expect(page['transactions']).toHaveLength(4);
  expect(await list(rest, 'transactions', maya)).toHaveLength(3);
  const month = new Date(all[0]?.['transactionTime'] as string);
  const part = `${call}?month=${month.getUTCMonth() + 1}&year=${month.getUTCFullYear()}`;
  expect((await list(part, 'transactions', maya)).length).toBeLessThan(7);
});

test('[I23] a transaction, its receipt as page and PDF, and the table are documents of their own', async () => {
  const token = await login('maya@example.com');
  const path = '/app/payments/transactions';
  const { id } = await first(`GET ${path}`, 'transactions', token);
  expect(await answered(`GET ${path}/${id as string}`, token)).toMatchObject({ id });
  for (const [document, type] of [
    [`${path}/${id as string}/receipt`, 'text/html'],
    [`${path}/${id as string}/receipt.pdf`, 'application/pdf'],
    [`${path}.csv`, 'text/csv'],
  ] as const) {
    const answer = await open(`GET ${document}`, { token });
    expect(answer.status, document).toBe(200);
    expect(answer.headers.get('content-type'), document).toContain(type);
    await answer.arrayBuffer();
  }
});
