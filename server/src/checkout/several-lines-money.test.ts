import { viewAutopayConsent } from '@portside/contract/autopay';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { addPromo, listPromos } from '@portside/contract/console/promos';
import { viewCredit } from '@portside/contract/credit';
import { listLines } from '@portside/contract/lines';
import { listNewNumbers } from '@portside/contract/new-numbers';
import { viewReferrals } from '@portside/contract/referrals';
import { beginPurchase } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { withLine } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { inTime } from '../testing/passing-time.ts';
import { learnsLate } from '../testing/porting.ts';
import {
  anEsim,
  buySeveral,
  chargedFor,
  fillSeveral,
  orderSeveral,
  paidBackOf,
  purchaseOf,
  purchaseWhen,
  severalPlans,
} from '../testing/buying-lines.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: learnsLate(opened.carrier) }) },
  });
});
afterAll(() => app.close());

const cents = (dollars: number) => Math.round(dollars * 100);
const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const linesOf = async (customer: Caller) => (await customer.call(listLines, {})).lines;
const balanceOf = async (noa: Caller) => (await noa.call(viewCredit, {})).balance;
const partsOf = async (leadId: string) =>
  (await purchaseOf(app, leadId)).map(({ quote }) => quote.amounts.finalCheckoutAmount);

async function withCredit(dollars: string) {
  const noa = await newcomer(app);
  const said = ['--reason', 'A slow day'];
  const given = await runVerb(app.app, ['credit', 'add', noa.email, dollars, ...said]);
  expect(given.fine).toBe(true);
  return noa;
}

/** The carrier learns too late that it is in use. */
const refusedSim = { simType: 'physical', iccid: '8901410000000000019' } as const;

test('[P03] a line that the carrier refuses is paid back alone, by exactly its part', async () => {
  const customer = await newcomer(app);
  const { orderId } = await buySeveral(app, customer, severalPlans, {
    more: [refusedSim, anEsim],
  });
  const orders = await purchaseWhen(app, orderId, 'paid', 'refunded', 'paid');
  const parts = await partsOf(orderId);
  expect(await paidBackOf(app, idsOf(orders))).toEqual([parts[1]]);
  const { text } = await emailWhen(app, customer.email, /refunded/i);
  expect(text).toContain(orders[1]?.quote.planName);
  expect(text).toContain(`$${((parts[1] ?? 0) / 100).toFixed(2)}`);
  const active = await inTime(app, async () => {
    const all = (await linesOf(customer)).filter(({ status }) => status === 'active');
    return all.length === 2 ? all : undefined;
  });
  expect(active).toHaveLength(2);
});

test('[P03] when the first line is refused the others stay, and when all are, all comes back', async () => {
  const first = await newcomer(app);
  const { orderId } = await buySeveral(app, first, severalPlans, refusedSim);
  const orders = await purchaseWhen(app, orderId, 'refunded', 'paid', 'paid');
  expect(await paidBackOf(app, idsOf(orders))).toEqual([(await partsOf(orderId))[0]]);
  // Back from the bank, or looked at later: the payment is no closed order.
  const { payment, status } = await first.call(viewOrder, { id: orderId });
  expect(status).toBe('refunded');
  expect(payment).toEqual({
    orderId,
    status: 'paid',
    message: expect.stringMatching(
      /^We received your payment\. Line 1, Sloop 12 GB: .* Your other lines stay as they are\.$/,
    ),
  });

  const second = await newcomer(app);
  const others = { simType: 'physical', iccid: '8901410000000000029' } as const;
  const both = await buySeveral(app, second, severalPlans.slice(0, 2), {
    ...refusedSim,
    more: [others],
  });
  const all = await purchaseWhen(app, both.orderId, 'refunded', 'refunded');
  const closed = await second.call(viewOrder, { id: both.orderId });
  expect(closed.payment.status).toBe('refunded');
  const back = await paidBackOf(app, idsOf(all));
  expect(new Set(back)).toEqual(new Set(await partsOf(both.orderId)));
});

test('[P03] a card that another order was paid with first: that line alone is paid back', async () => {
  const iccid = '8901410000000007301';
  const slow = await newcomer(app);
  const { orderId, status } = await buySeveral(app, slow, severalPlans, {
    number: cards.unknown,
    more: [anEsim, { simType: 'physical', iccid }],
  });
  expect(status).toBe('placed');
  const quick = await newcomer(app);
  const paying = { paymentToken: await paymentToken(app, cards.visa) };
  const taken = orderOf(await fillCart(app), { ...paying, simType: 'physical', iccid });
  expect((await quick.call(placeOrder, taken)).status).toBe('paid');
  const orders = await purchaseWhen(app, orderId, 'paid', 'paid', 'refunded');
  expect(await paidBackOf(app, idsOf(orders))).toEqual([(await partsOf(orderId))[2]]);
});

test('[K21] [P03] credit is used from the first line on, and each line has its own back', async () => {
  const plain = await fillSeveral(app);
  const [one = 0, two = 0] = plain.quote.parts?.map(({ amount }) => cents(amount)) ?? [];
  const credit = one + 500;
  const noa = await withCredit((credit / 100).toFixed(2));
  const { cart, orderId } = await buySeveral(app, noa, severalPlans, {
    more: [refusedSim, anEsim],
  });
  expect(cart.quote.parts?.map(({ amount }) => cents(amount)).slice(0, 2)).toEqual([0, two - 500]);
  expect(cart.quote.parts?.[1]?.lines.at(-1)).toMatchObject({ kind: 'credit', amount: -5 });
  const orders = await purchaseWhen(app, orderId, 'paid', 'refunded', 'paid');
  expect(await chargedFor(app, idsOf(orders))).toMatchObject([
    { cents: cents(plain.quote.finalCheckoutAmount) - credit, status: 'paid' },
  ]);
  expect(await paidBackOf(app, idsOf(orders))).toEqual([two - 500]);
  expect(await balanceOf(noa)).toBe(5);
});

test('[K21] [P03] credit that covers all charges no card; a refused line has its credit back', async () => {
  const noa = await withCredit('400.00');
  const cart = await fillSeveral({ anyone: noa });
  expect(cart.quote.finalCheckoutAmount).toBe(0);
  const { paymentToken: _token, ...free } = await orderSeveral(app, cart, {
    more: [refusedSim, anEsim],
  });
  const { orderId, status, message } = await noa.call(placeOrder, free);
  expect({ status, message }).toEqual({
    status: 'paid',
    message: 'There was nothing to charge, and we’re preparing your lines.',
  });
  const orders = await purchaseWhen(app, orderId, 'paid', 'refunded', 'paid');
  expect(await chargedFor(app, idsOf(orders))).toEqual([]);
  const used = orders.map(({ quote }) => quote.amounts.creditUsed ?? 0);
  expect(cents(await balanceOf(noa))).toBe(40_000 - (used[0] ?? 0) - (used[2] ?? 0));
});

test('[K21] [P03] of two purchases that want the same credit at once one has it', async () => {
  const noa = await withCredit('30.00');
  const carts = [await fillSeveral({ anyone: noa }), await fillSeveral({ anyone: noa })];
  const orders = await Promise.all(carts.map((cart) => orderSeveral(app, cart)));
  const ends = await Promise.allSettled(orders.map((one) => noa.call(placeOrder, one)));
  const paid = ends.filter((end) => end.status === 'fulfilled');
  expect(paid.length).toBeLessThanOrEqual(
    1 + ends.filter(({ status }) => status === 'rejected').length,
  );
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum((quote -> 'amounts' ->> 'creditUsed')::int), 0)::int as used from orders
    join customers on customers.id = customer_id where email = ${noa.email}
      and status = 'paid'`.execute(app.app.db.query);
  expect(rows).toEqual([{ used: 3000 }]);
  expect(await balanceOf(noa)).toBe(0);
  for (const end of ends) {
    if (end.status === 'fulfilled') continue;
    expect(['quote_expired', 'payment_open']).toContain(end.reason.problem.reason);
  }
});

test('[L11] [P03] a promo code counts for the first line, once, and is given back with it', async () => {
  const billing = await app.staff('billing');
  await billing.call(addPromo, { code: 'SEVERAL', percentOff: 50, everyPeriod: false });
  const used = async () =>
    (await billing.call(listPromos, {})).promos.find(({ code }) => code === 'SEVERAL')?.used;
  const customer = await newcomer(app);
  const cart = await fillSeveral(app, severalPlans, { promoCode: 'SEVERAL' });
  const off = cart.quote.parts?.map(({ lines }) => lines.some(({ kind }) => kind === 'discount'));
  expect(off).toEqual([true, false, false]);
  const { orderId } = await customer.call(
    placeOrder,
    await orderSeveral(app, cart, { more: [refusedSim, anEsim] }),
  );
  await purchaseWhen(app, orderId, 'paid', 'refunded', 'paid');
  expect(await used()).toBe(1);
  const other = await newcomer(app);
  const second = await fillSeveral(app, severalPlans, { promoCode: 'SEVERAL' });
  const order = await orderSeveral(app, second, { ...refusedSim });
  const { orderId: refusedId } = await other.call(placeOrder, order);
  await purchaseWhen(app, refusedId, 'refunded', 'paid', 'paid');
  expect(await used()).toBe(1);
});

test('[P03] a friend’s code of a purchase of several lines is joined once', async () => {
  const { noa } = await withLine(app);
  const code = (await noa.call(viewReferrals, {})).code ?? '';
  const friend = await newcomer(app);
  const cart = await fillSeveral({ anyone: friend }, severalPlans, { promoCode: code });
  expect(cart.quote.friend).toMatchObject({ code });
  const { orderId } = await friend.call(placeOrder, await orderSeveral(app, cart));
  await purchaseWhen(app, orderId, 'paid', 'paid', 'paid');
  const { referrals } = await noa.call(viewReferrals, {});
  expect(referrals.map(({ state }) => state)).toEqual(['joined']);
});

test('[K03] [P03] one promise about autopay turns it on for each line', async () => {
  const customer = await newcomer(app);
  const { version: consent } = await app.anyone.call(viewAutopayConsent, {});
  await buySeveral(app, customer, severalPlans, { autopay: { consent }, saveCard: true });
  const lines = await inTime(app, async () => {
    const all = await linesOf(customer);
    return all.length === 3 && all.every(({ status }) => status === 'active') ? all : undefined;
  });
  const { rows } = await sql<{ on: boolean }>`
    select is_on as on from line_autopay where line_id = any(${lines.map(({ id }) => id)}::text[])`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([{ on: true }, { on: true }, { on: true }]);
});

test('[P01] [P03] begun by the email alone: one code comes, also when the first line is refused', async () => {
  for (const [at, first] of [{}, refusedSim].entries()) {
    const email = `several-begun${at}@example.com`;
    const { token } = await app.anyone.call(beginPurchase, { email });
    const { orderId, status } = await buySeveral(app, app.with(token), severalPlans, first);
    expect(status).toBe('paid');
    await purchaseWhen(app, orderId, at === 0 ? 'paid' : 'refunded', 'paid', 'paid');
    await emailWhen(app, email, /Confirm/);
    await allEmailsSent(app);
    const codes = (await app.emails(email, 0)).filter(({ subject }) => /Confirm/.test(subject));
    expect(codes).toHaveLength(1);
  }
});

test('[P02] [P03] chosen numbers stay their lines’ when a line before them is removed', async () => {
  const customer = await newcomer(app);
  const { numbers } = await customer.call(listNewNumbers, { zipCode: '10038' });
  const [one, two, three] = numbers.map(({ mdn }) => mdn);
  const cart = await fillSeveral(app);
  const chosen = (...mdns: (string | undefined)[]) => {
    const [newNumber, ...more] = mdns;
    return { newNumber, more: more.map((mdn) => ({ ...anEsim, newNumber: mdn })) };
  };
  const tried = await orderSeveral(app, cart, {
    number: cards.declined,
    ...chosen(one, two, three),
  });
  expect((await customer.call(placeOrder, tried)).status).toBe('declined');
  const fewer = await fillSeveral(app, severalPlans.slice(1), { cartId: cart.cartId });
  const idempotencyKey = `${cart.cartId}:2`;
  const again = await orderSeveral(app, fewer, { idempotencyKey, ...chosen(two, three) });
  expect((await customer.call(placeOrder, again)).status).toBe('paid');
  const mdns = await inTime(app, async () => {
    const all = await linesOf(customer);
    return all.every(({ status }) => status === 'active') ? all.map(({ mdn }) => mdn) : undefined;
  });
  expect(new Set(mdns)).toEqual(new Set([two, three]));
});
