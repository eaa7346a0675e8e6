import { askQuote, confirmPayment, placeOrder, viewOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listCards, listTransactions } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { minutes } from '../clock.ts';
import { learnsLate } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  emailWhen,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
  somePlan,
} from '../testing/shopping.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({ ...opened, carrier: learnsLate(opened.carrier) }),
    },
  });
});
afterAll(() => app.close());

const breakCarrier = (mode: 'down' | 'none') => setMode('/sandbox/carrier/break', mode);
const breakPayment = (mode: 'down' | 'rejects' | 'none') => setMode('/sandbox/pay/break', mode);
async function setMode(path: string, mode: string) {
  const answer = await app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  expect(answer.ok).toBe(true);
}

async function buy(number: string) {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const order = orderOf(cart, { paymentToken: await paymentToken(app, number) });
  return { customer, cart, order, answer: await customer.call(placeOrder, order) };
}

test('[I23] a quote is itemised, its sums add up, and the company’s fee is not among the taxes', async () => {
  const { quote } = await fillCart(app, { promoCode: 'welcome10' });
  const total = quote.lines.reduce((sum, line) => sum + Math.round(line.amount * 100), 0);
  expect(Math.round(quote.finalCheckoutAmount * 100)).toBe(total);
  expect(quote.discountAmount).toBeCloseTo(quote.orderTotal / 10, 2);
  expect(quote.estimated).toBe(true);
  const own = quote.lines.find((line) => line.kind === 'company_fee');
  expect(own?.label).toMatch(/not a tax/);
  expect(own?.amount).toBe(quote.regulatoryFee);
});

test('a ZIP code without coverage, and promo codes that are unknown or over, each say so', async () => {
  const input = { planId: 'x', cartId: 'cart-refused', zipCode: '10038' };
  const known = { ...input, planId: await somePlan(app) };
  const refusal = async (change: object) =>
    (await app.anyone.refusal(askQuote, { ...known, ...change })).problem;
  expect(await refusal({ zipCode: '00000' })).toMatchObject({
    reason: 'no_coverage',
    errors: [{ field: 'zipCode', message: 'We don’t cover this ZIP Code yet.' }],
  });
  expect(await refusal({ promoCode: 'NOPE' })).toMatchObject({ reason: 'promo_unknown' });
  expect(await refusal({ promoCode: 'EXPIRED' })).toMatchObject({ reason: 'promo_expired' });
  expect(await refusal({ planId: 'no-such-plan' })).toMatchObject({ reason: 'unknown_plan' });
});

test('[I23] a paid order becomes an active line with a number, a receipt and a line in the order history', async () => {
  const { customer, cart, answer } = await buy(cards.visa);
  expect(answer.status).toBe('paid');
  const order = await orderWhen(app, customer, answer.orderId, 'active');
  expect(order.line).toMatchObject({ status: 'active', simType: 'esim' });
  expect(order.line?.mdn).toMatch(/^[2-9]\d{2}55501\d{2}$/);
  expect(order.line?.paidUntil).not.toBeNull();
  const { transactions } = await customer.call(listTransactions, {});
  expect(transactions).toHaveLength(1);
  expect(transactions[0]).toMatchObject({
    successful: true,
    last4DigitCard: '4242',
    paymentDetails: { finalCheckoutAmount: cart.quote.finalCheckoutAmount },
  });
  const receipt = await nextEmail(app, customer.email, /Receipt/);
  expect(receipt.subject).toContain(
    `line is active. Receipt: $${cart.quote.finalCheckoutAmount.toFixed(2)}`,
  );
  const { number } = await customer.call(viewOrder, { id: answer.orderId });
  expect(number).toMatch(/^H-\d{4}-\d\d$/);
  expect(receipt.text).toContain(`Order: ${number}`);
  expect(transactions[0]?.orderNumber).toBe(number);
  // Its total is bold, and nothing else in it.
  expect(
    [...receipt.html.matchAll(/<t[hd][^>]*font-weight:700[^>]*>([^<]*)</g)].map(([, word]) =>
      word?.trim(),
    ),
  ).toEqual(['Total', expect.stringMatching(/^\$/)]);
  const [line] = (await customer.call(listLines, {})).lines;
  // The one button leads to the thing itself.
  expect(receipt.link).toMatch(new RegExp(`/dashboard/lines/${line?.id}\\?setup=${line?.id}$`));
  expect(receipt.html.match(/class="button"/g)).toHaveLength(1);
});

test('what was quoted is what is charged, whatever price the order claims', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  const tampered = { ...order, finalCheckoutAmount: 0.01, amount: 1 };
  const { orderId } = await customer.call(placeOrder, tampered);
  const { transaction } = await customer.call(viewOrder, { id: orderId });
  expect(transaction?.paymentDetails.finalCheckoutAmount).toBe(cart.quote.finalCheckoutAmount);
});

test('ten clicks and two tabs make one order and one charge', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      customer.call(
        placeOrder,
        orderOf(cart, { paymentToken: token, idempotencyKey: `${cart.cartId}:tab${i % 2}` }),
      ),
    ),
  );
  expect(new Set(answers.map((one) => one.orderId)).size).toBe(1);
  const orderId = answers[0]?.orderId ?? '';
  await orderWhen(app, customer, orderId, 'active');
  const again = await customer.call(
    placeOrder,
    orderOf(cart, { paymentToken: token, idempotencyKey: 'a-third-tab' }),
  );
  expect(again).toMatchObject({ orderId, status: 'paid' });
  const { transactions } = await customer.call(listTransactions, {});
  expect(transactions).toHaveLength(1);
});

test('a declined card keeps the order; another card pays it, and the history shows both', async () => {
  const { customer, cart, answer } = await buy(cards.poor);
  expect(answer).toMatchObject({ status: 'declined', reason: 'insufficient_funds' });
  // Whoever looks later reads the same as the one who paid.
  const seen = await customer.call(viewOrder, { id: answer.orderId });
  expect(seen.payment).toEqual(answer);
  const sameKey = await customer.call(
    placeOrder,
    orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) }),
  );
  expect(sameKey.status).toBe('declined');
  const again = await customer.call(
    placeOrder,
    orderOf(cart, {
      paymentToken: await paymentToken(app, cards.mastercard),
      idempotencyKey: `${cart.cartId}:2`,
      saveCard: true,
    }),
  );
  expect(again).toMatchObject({ status: 'paid', orderId: answer.orderId });
  const { transactions } = await customer.call(listTransactions, {});
  expect(transactions.map((one) => one.successful)).toEqual([true, false]);
  const { cards: saved } = await customer.call(listCards, {});
  expect(saved).toMatchObject([{ last4Digits: '4444', primaryCard: true, network: 'mastercard' }]);
});

test('[A17] a card that asks for the bank is confirmed there, and failing there declines', async () => {
  for (const [button, expected] of [
    ['complete', 'paid'],
    ['fail', 'declined'],
  ] as const) {
    const { customer, answer } = await buy(cards.confirms);
    expect(answer.status).toBe('confirm');
    const page = new URL(new URL(answer.redirectUrl ?? '').pathname, app.address);
    const back = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome: button }),
    });
    const location = new URL(back.headers.get('location') ?? '', app.address);
    expect(location.pathname).toBe('/stripe-response');
    const payment = location.searchParams.get('payment_intent') ?? '';
    const settled = await customer.call(confirmPayment, { payment });
    expect(settled).toMatchObject({ orderId: answer.orderId, status: expected });
    const stranger = await app.as('omar@example.com');
    expect((await stranger.refusal(confirmPayment, { payment })).status).toBe(404);
  }
});

test('an unknown outcome is reported as such and settles later, charged once', async () => {
  const { customer, answer } = await buy(cards.unknown);
  expect(answer).toMatchObject({ status: 'placed', message: 'We’re checking your payment' });
  await orderWhen(app, customer, answer.orderId, 'paid', 'activating', 'active');
  const { transactions } = await customer.call(listTransactions, {});
  expect(transactions).toHaveLength(1);
});

test('while the provider is down the order is kept, and it is paid once when it is back', async () => {
  await breakPayment('down');
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  await breakPayment('none');
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  await breakPayment('down');
  const answer = await customer.call(placeOrder, order);
  expect(answer.status).toBe('placed');
  await breakPayment('none');
  await orderWhen(app, customer, answer.orderId, 'active');
  expect((await customer.call(listTransactions, {})).transactions).toHaveLength(1);
});

test('a charge that the provider rejects for good ends with a sentence, is in the log, and a later attempt pays', async () => {
  const logged = vi.spyOn(app.app.log, 'error');
  onTestFinished(() => logged.mockRestore());
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  await breakPayment('rejects');
  const answer = await customer.call(placeOrder, orderOf(cart, { paymentToken: token }));
  expect(answer).toMatchObject({ status: 'declined', reason: 'rejected' });
  expect(answer.message).toContain('Nothing was charged.');
  const { orderId } = answer;
  expect(logged.mock.calls.map(([about]) => about)).toContainEqual({ orderId, reason: 'rejected' });
  expect((await customer.call(listTransactions, {})).transactions).toEqual([]);
  await breakPayment('none');
  const key = { paymentToken: token, idempotencyKey: `${cart.cartId}:2` };
  expect((await customer.call(placeOrder, orderOf(cart, key))).status).toBe('paid');
});

test('while the carrier is down a paid order waits, and its line comes when it is back', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  await breakCarrier('down');
  const answer = await customer.call(placeOrder, order);
  expect(answer.status).toBe('paid');
  const waiting = await customer.call(viewOrder, { id: answer.orderId });
  expect(waiting.status).toBe('paid');
  await breakCarrier('none');
  await orderWhen(app, customer, answer.orderId, 'active');
});

test('a SIM that somebody has taken since is refused by the carrier, and the money goes back', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const answer = await customer.call(
    placeOrder,
    orderOf(cart, {
      paymentToken: await paymentToken(app, cards.visa),
      simType: 'physical',
      iccid: '8901410000000000019',
    }),
  );
  await orderWhen(app, customer, answer.orderId, 'refunded');
  await emailWhen(app, customer.email, /refunded/);
});

test('an address elsewhere, or half an hour of waiting, asks for consent to a new price', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const paid = { paymentToken: await paymentToken(app, cards.visa) };
  const moved = await customer.refusal(
    placeOrder,
    orderOf(cart, { ...paid, zipCode: '94103', state: 'CA' }),
  );
  expect(moved.status).toBe(422);
  expect(moved.problem).toMatchObject({
    reason: 'quote_stale',
    quote: { quoteId: expect.stringMatching(/^quo_/) },
  });
  app.clock.move(minutes(31));
  const late = await customer.refusal(placeOrder, orderOf(cart, paid));
  expect(late.problem).toMatchObject({
    reason: 'quote_expired',
    quote: { quoteId: expect.stringMatching(/^quo_/) },
  });
  const fresh = (late.problem as unknown as { quote: typeof cart.quote }).quote;
  const token = await paymentToken(app, cards.visa);
  const answer = await customer.call(
    placeOrder,
    orderOf({ ...cart, quote: fresh }, { paymentToken: token }),
  );
  expect(answer.status).toBe('paid');
});

test('[H26] a state that the ZIP Code cannot be in is refused at its field, and sets no price', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app, { zipCode: '70112' });
  const paymentFields = { paymentToken: await paymentToken(app, cards.visa), zipCode: '70112' };
  const far = await customer.refusal(placeOrder, orderOf(cart, { ...paymentFields, state: 'OR' }));
  const message = 'This ZIP Code is in another state. Please check state and ZIP Code.';
  expect([far.status, far.problem.errors]).toEqual([400, [{ field: 'state', message }]]);
  const asked = { planId: await somePlan(app), cartId: cart.cartId, zipCode: '70112' };
  const quoted = await app.anyone.refusal(askQuote, { ...asked, state: 'OR' });
  expect([quoted.status, quoted.problem.errors]).toEqual([400, [{ field: 'state', message }]]);
  const shipping = {
    addressOne: '7 Pier Road',
    city: 'Reno',
    state: 'OR',
    zipCode: '70112',
  };
  const sent = orderOf(cart, { ...paymentFields, state: 'LA', simType: 'physical', shipping });
  expect((await customer.refusal(placeOrder, sent)).problem.errors).toEqual([
    { field: 'state', message },
  ]);
  const near = orderOf(cart, { ...paymentFields, state: 'TX' });
  expect((await customer.refusal(placeOrder, near)).problem.reason).toBe('quote_stale');
  const own = orderOf(cart, { ...paymentFields, state: 'LA' });
  expect((await customer.call(placeOrder, own)).status).toBe('paid');
});

test('another customer’s order, card and cart are not there', async () => {
  const { answer } = await buy(cards.visa);
  const omar = await app.as('omar@example.com');
  expect((await omar.refusal(viewOrder, { id: answer.orderId })).status).toBe(404);
  const maya = await app.as('maya@example.com');
  const { cards: mayas } = await maya.call(listCards, {});
  const cart = await fillCart(app);
  const refused = await omar.refusal(placeOrder, orderOf(cart, { cardId: mayas[0]?.id ?? '' }));
  expect(refused.problem.reason).toBe('unknown_card');
});

test('[C05] paying needs a token, and every missing field is told at once', async () => {
  const cart = await fillCart(app);
  expect((await app.anyone.refusal(placeOrder, orderOf(cart, {}))).problem.code).toBe(
    'unauthenticated',
  );
  const omar = await app.as('omar@example.com');
  const { problem } = await omar.refusal(placeOrder, {
    cartId: cart.cartId,
    idempotencyKey: 'some-key-1',
    quoteId: 'q',
    simType: 'esim',
  });
  expect(problem.errors?.map((one) => one.field)).toEqual(
    expect.arrayContaining([
      'firstName',
      'lastName',
      'streetNumber',
      'streetName',
      'city',
      'state',
      'zipCode',
    ]),
  );
});

test('notices of the provider are taken only with its signature', async () => {
  const forged = await app.fetch('/app/notices/payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    body: JSON.stringify({
      id: 'evt_forged',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_x' } },
    }),
  });
  expect(forged.status).toBe(400);
});
