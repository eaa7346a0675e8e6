import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { askQuote, placeOrder } from '@portside/contract/checkout';
import { listAudit } from '@portside/contract/console/audit';
import { addPromo, changePromo, listPromos } from '@portside/contract/console/promos';
import type { InputOf } from '@portside/contract/endpoint';
import { viewText } from '@portside/contract/content';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { quotePlanChange } from '@portside/contract/plan-change';
import { quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clockInZone } from '../brands/time-zone.ts';
import { days } from '../clock.ts';
import { codesThatDiffer, fillPromos } from '../promos/brand-codes.ts';
import type { Caller } from '../testing/caller.ts';
import { passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { learnsLate } from '../testing/porting.ts';
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
import { cancelByHand, refundByHand } from './operator-actions.ts';

let app: TestApp;
let billing: Caller;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({ ...opened, carrier: learnsLate(opened.carrier) }),
    },
  });
  billing = await app.staff('billing');
});
afterAll(() => app.close());

type Wish = Partial<InputOf<typeof addPromo>>;

let made = 0;
/** A new code: ten percent off the first payment, unless it says otherwise. */
async function code(wish: Wish = {}): Promise<{ code: string; id: string }> {
  made += 1;
  const off = wish.amountOff === undefined ? { percentOff: 10 } : {};
  const input = { code: `TEST${made}`, everyPeriod: false, ...off, ...wish };
  const { id } = await billing.call(addPromo, input);
  return { code: input.code, id };
}
const found = async (id: string) => {
  const promo = (await billing.call(listPromos, {})).promos.find((one) => one.id === id);
  if (!promo) throw new Error(`No promo ${id}`);
  return promo;
};
async function change(id: string, wish: Partial<InputOf<typeof changePromo>>) {
  const { version } = await found(id);
  return billing.call(changePromo, { id, version, ended: false, ...wish });
}
const refusedQuote = async (promoCode: string, who: Caller = app.anyone) => {
  const asked = {
    planId: 'sloop-12',
    zipCode: '10038',
    cartId: `promo-${made}-refused`,
    promoCode,
  };
  const { problem } = await who.refusal(askQuote, asked);
  expect(problem.errors?.map((one) => one.field)).toEqual(['promoCode']);
  return problem.reason;
};
const pay = async (promoCode: string, number: string = cards.visa) => {
  const cart = await fillCart(app, { promoCode });
  return orderOf(cart, { paymentToken: await paymentToken(app, number) });
};
async function orderOfLine(lineId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from lines where id = ${lineId}`.execute(app.app.db.query);
  return rows[0]?.id ?? '';
}
const inCents = (dollars: number) => Math.round(dollars * 100);
const sumOf = (lines: readonly { amount: number }[]) =>
  lines.reduce((sum, one) => sum + inCents(one.amount), 0);

test('[L11] [D14] a code takes percent or an amount off the plan, before taxes, never more than its price', async () => {
  const amount = await code({ amountOff: 7.5 });
  const huge = await code({ amountOff: 500 });
  const plain = (await fillCart(app)).quote;
  for (const [promoCode, off] of [
    [(await code({ percentOff: 33 })).code, 8.25],
    [amount.code, 7.5],
    [huge.code, 25],
  ] as const) {
    const { quote } = await fillCart(app, { promoCode: promoCode.toLowerCase() });
    expect([promoCode, quote.discountAmount]).toEqual([promoCode, off]);
    expect(sumOf(quote.lines)).toBe(inCents(quote.finalCheckoutAmount));
    expect(quote.taxAmount).toBeLessThan(plain.taxAmount);
  }
});

test('[K03] [L11] a quote says what each later payment costs, with a code that comes off each, and the day of the first one', async () => {
  const plain = (await fillCart(app)).quote;
  const once = (await fillCart(app, { promoCode: (await code({ percentOff: 33 })).code })).quote;
  const each = await code({ amountOff: 7.5, everyPeriod: true });
  const cart = await fillCart(app, { promoCode: each.code });
  expect(once.renewal?.amount).toBe(plain.renewal?.amount);
  const { version } = await app.anyone.call(viewAutopayConsent, {});
  const token = await paymentToken(app, cards.visa);
  const before = app.app.clock.now().getTime();
  const noa = await newcomer(app);
  const { orderId } = await noa.call(
    placeOrder,
    orderOf(cart, {
      paymentToken: token,
      saveCard: true,
      autopay: { consent: version },
    }),
  );
  const { line } = await orderWhen(app, noa, orderId, 'active');
  const { nextCharge } = (await noa.call(viewLine, { id: line?.id ?? '' })).autopay;
  expect(cart.quote.renewal?.amount).toBe(nextCharge?.amount);
  expect(nextCharge?.amount).toBeLessThan(plain.renewal?.amount ?? 0);
  const firstOn = Date.parse(cart.quote.renewal?.firstOn ?? '');
  expect(Math.abs(firstOn - before - days(29))).toBeLessThan(60_000);
  await passDays(app, 10);
  const moved = Date.parse((await fillCart(app)).quote.renewal?.firstOn ?? '');
  expect(moved - firstOn).toBeGreaterThanOrEqual(days(10));
});

test('[L11] of two customers who want the last use at once one has it, and the other is told', async () => {
  const last = await code({ mostUses: 1 });
  const both = await Promise.all([newcomer(app), newcomer(app)]);
  const orders = [await pay(last.code), await pay(last.code)];
  const answers = await Promise.all(
    both.map((who, at) =>
      who
        .call(placeOrder, orders[at]!)
        .then(({ status }) => status as string)
        .catch((error: { problem: { reason: string } }) => error.problem.reason),
    ),
  );
  expect(answers.toSorted()).toEqual(['paid', 'promo_used_up']);
  expect(await found(last.id)).toMatchObject({ used: 1, state: 'used_up' });
  expect(await refusedQuote(last.code)).toBe('promo_used_up');
  const loser = both[answers.indexOf('promo_used_up')]!;
  const { transactions } = await loser.call(listTransactions, {});
  expect(transactions).toEqual([]);
  // The same cart without the code.
  const order = orders[answers.indexOf('promo_used_up')]!;
  const { quote } = await fillCart(app, { cartId: order.cartId });
  const { status } = await loser.call(placeOrder, { ...order, quoteId: quote.quoteId });
  expect(status).toBe('paid');
});

test('[L11] a use counts with its order: again for no retry, and given back when it is declined or refunded', async () => {
  const { code: promoCode, id } = await code({ mostUses: 1 });
  const customer = await newcomer(app);
  const order = await pay(promoCode, cards.declined);
  expect((await customer.call(placeOrder, order)).status).toBe('declined');
  expect((await found(id)).used).toBe(0);
  const token = await paymentToken(app, cards.visa);
  const again = { ...order, paymentToken: token, idempotencyKey: `${order.cartId}:2` };
  const { orderId } = await customer.call(placeOrder, again);
  await customer.call(placeOrder, again);
  await orderWhen(app, customer, orderId, 'active');
  expect((await found(id)).used).toBe(1);
  await refundByHand(app.app, orderId, 'asked for');
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await found(id)).toMatchObject({ used: 0, state: 'on' });
});

test('[L11] a customer has a code as often as it says, and somebody else has it still', async () => {
  const { code: promoCode } = await code({ mostEach: 1 });
  const customer = await newcomer(app);
  // Quoted before, as in another tab.
  const [first, second] = [await pay(promoCode), await pay(promoCode)];
  const { orderId } = await customer.call(placeOrder, first);
  await orderWhen(app, customer, orderId, 'active');
  const { problem } = await customer.refusal(placeOrder, second);
  expect(problem.reason).toBe('promo_already_used');
  expect(await refusedQuote(promoCode, customer)).toBe('promo_already_used');
  await fillCart({ anyone: await newcomer(app) }, { promoCode });
});

test('[L11] a code counts from its first day to its last, in the brand’s time zone, and until it is ended', async () => {
  const { timeZone } = app.app.brands.byTenant(6);
  const dayIn = (more: number) =>
    clockInZone(new Date(app.app.clock.now().getTime() + days(more)), timeZone)
      .toISOString()
      .slice(0, 10);
  const [today, tomorrow] = [dayIn(0), dayIn(1)];
  const later = await code({ from: tomorrow, until: tomorrow });
  expect(await found(later.id)).toMatchObject({
    from: tomorrow,
    until: tomorrow,
    state: 'not_yet',
  });
  expect(await refusedQuote(later.code)).toBe('promo_not_yet');
  await change(later.id, { from: today, until: today });
  const quoted = await pay(later.code);
  await change(later.id, { until: dayIn(-1) });
  expect(await refusedQuote(later.code)).toBe('promo_expired');
  // The price that was quoted stands for its half hour.
  expect((await (await newcomer(app)).call(placeOrder, quoted)).status).toBe('paid');
  await change(later.id, { ended: true });
  expect((await found(later.id)).state).toBe('ended');
  const none = await billing.refusal(addPromo, {
    code: 'NODAY',
    percentOff: 10,
    everyPeriod: false,
    until: '2090-02-30',
  });
  expect(none.problem.errors).toMatchObject([{ field: 'until', message: 'There is no such day.' }]);
  const wrong = await billing.refusal(addPromo, {
    code: 'WRONGDAYS',
    percentOff: 10,
    everyPeriod: false,
    from: tomorrow,
    until: today,
  });
  expect(wrong.problem.errors?.[0]?.field).toBe('until');
});

test('[L11] [K02] [K08] a code for every period comes off each renewal and a change of plan, also after it has ended', async () => {
  const every = await code({ percentOff: 20, everyPeriod: true });
  const first = await code({ percentOff: 20 });
  const { noa, line } = await withLine(app, {}, { promoCode: every.code });
  const other = await withLine(app, {}, { promoCode: first.code });
  await change(every.id, { ended: true });
  await passDays(app, 21);
  const quote = await noa.call(quoteRenewal, { id: line.id });
  expect(quote.discountAmount).toBe(5);
  expect(quote.lines.find((one) => one.kind === 'discount')?.label).toBe(
    `Promo code ${every.code}, off each payment`,
  );
  expect(sumOf(quote.lines)).toBe(inCents(quote.finalCheckoutAmount));
  expect((await other.noa.call(quoteRenewal, { id: other.line.id })).discountAmount).toBe(0);
  expect((await renew(app, noa, line.id)).status).toBe('paid');
  // Nearly 9 and 30 days, each of 20.00 for 30: 8 and 30 whole ones.
  const now = { id: line.id, planId: 'clipper-unlimited', when: 'now' } as const;
  const changed = await noa.call(quotePlanChange, now);
  expect(changed).toMatchObject({ unusedDays: 38, creditForUnusedDays: 25.33, discountAmount: 8 });
  expect(sumOf(changed.lines)).toBe(inCents(changed.finalCheckoutAmount + changed.creditLeft));
});

test('[L11] [K02] [K04] a line that lives on keeps its code for every period when its first payment is refunded', async () => {
  const { code: promoCode, id } = await code({ percentOff: 20, everyPeriod: true, mostUses: 1 });
  const { noa, line } = await withLine(app, {}, { promoCode });
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  await passDays(app, 21);
  expect((await renew(app, noa, line.id)).status).toBe('paid');
  const orderId = await orderOfLine(line.id);
  await refundByHand(app.app, orderId, 'asked for');
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await found(id)).toMatchObject({ used: 1, state: 'used_up' });
  expect(await refusedQuote(promoCode)).toBe('promo_used_up');
  await passDays(app, 31);
  const { transactions } = await noa.call(listTransactions, {});
  const renewals = transactions.filter(({ kind }) => kind === 'renewal');
  expect(renewals.map((one) => one.paymentDetails.discountAmount)).toEqual([5, 5]);
  expect((await noa.call(viewLine, { id: line.id })).autopay.on).toBe(true);
});

test('[L11] a code for every period is given back by an order whose line never came to be', async () => {
  const { code: promoCode, id } = await code({ percentOff: 20, everyPeriod: true, mostUses: 1 });
  const customer = await newcomer(app);
  const inVain = orderOf(await fillCart(app, { promoCode }), {
    paymentToken: await paymentToken(app, cards.visa),
    simType: 'physical',
    // The carrier refuses it.
    iccid: '8901410000000078129',
  });
  const { orderId } = await customer.call(placeOrder, inVain);
  await orderWhen(app, customer, orderId, 'refunded');
  expect(await found(id)).toMatchObject({ used: 0, state: 'on' });
  const mailed = orderOf(await fillCart(app, { promoCode }), {
    paymentToken: await paymentToken(app, cards.visa),
    simType: 'physical',
  });
  const { orderId: cancelled } = await customer.call(placeOrder, mailed);
  await orderWhen(app, customer, cancelled, 'paid');
  expect((await found(id)).used).toBe(1);
  await cancelByHand(app.app, cancelled, 'asked for');
  await orderWhen(app, customer, cancelled, 'refunded');
  expect(await found(id)).toMatchObject({ used: 0, state: 'on' });
});

test('[L11] [K04] autopay announces and charges the price with a code for every period', async () => {
  const { code: promoCode } = await code({ amountOff: 5, everyPeriod: true });
  const { noa, line } = await withLine(app, {}, { promoCode });
  const { version } = await noa.call(viewAutopayConsent, {});
  const { autopay } = await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  await passDays(app, 27);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.subject).toContain(`$${autopay.nextCharge?.amount.toFixed(2)}`);
  await passHours(app, 48);
  const { transactions } = await noa.call(listTransactions, {});
  const renewal = transactions.find((one) => one.kind === 'renewal');
  expect(renewal?.paymentDetails).toMatchObject({
    discountAmount: 5,
    finalCheckoutAmount: autopay.nextCharge?.amount,
  });
  expect((await noa.call(viewLine, { id: line.id })).autopay.on).toBe(true);
});

test('[L11] [L15] of two who change one code at once the second is told, and the audit has what was changed', async () => {
  const { id, code: name } = await code();
  const { version } = await found(id);
  const wish = { id, version, ended: false, mostUses: 5 };
  await billing.call(changePromo, wish);
  const no = await (await app.staff('admin')).refusal(changePromo, { ...wish, mostUses: 9 });
  expect(no.problem).toMatchObject({ reason: 'changed_meanwhile', by: expect.any(String) });
  expect(await found(id)).toMatchObject({ mostUses: 5, version: version + 1 });
  const taken = await billing.refusal(addPromo, { code: name, percentOff: 5, everyPeriod: false });
  expect(taken.problem.reason).toBe('code_taken');
  const both = { code: 'BOTHOFF', percentOff: 5, amountOff: 5, everyPeriod: false };
  expect((await billing.refusal(addPromo, both)).status).toBe(400);
  const { entries } = await (await app.staff('admin')).call(listAudit, {});
  const row = entries.find((one) => one.call === 'changePromo' && one.outcome === 'done');
  expect(row).toMatchObject({ about: id, detail: { mostUses: 5 } });
});

test('[L11] codes of the brand’s file fill a new database; what the console changed stays, and the doctor tells it', async () => {
  const { promos } = await billing.call(listPromos, {});
  const welcome = promos.find((one) => one.code === 'WELCOME10');
  expect(welcome).toMatchObject({ percentOff: 10, fromFile: true, state: 'on' });
  expect(promos.find((one) => one.code === 'EXPIRED')?.state).toBe('ended');
  const differing = () => codesThatDiffer(app.app, app.app.brands.byTenant(6));
  expect(await differing()).toEqual([]);
  await change(welcome?.id ?? '', { ended: true });
  await fillPromos(app.app);
  expect(await found(welcome?.id ?? '')).toMatchObject({ state: 'ended', fromFile: false });
  expect(await differing()).toEqual(['WELCOME10']);
  const faq = async () => JSON.stringify(await app.anyone.call(viewText, { page: 'faq' }));
  for (const { id, state, version } of (await billing.call(listPromos, {})).promos) {
    if (state === 'on') await billing.call(changePromo, { id, version, ended: true });
  }
  expect(await faq()).toContain('There are no promo codes');
  await change(welcome?.id ?? '', { ended: false });
  expect(await faq()).toContain('give out a promo code');
});
