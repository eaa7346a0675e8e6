import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { askQuote, placeOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { listTransactions } from '@portside/contract/payments';
import { quotePlanChange } from '@portside/contract/plan-change';
import { listLabels, listPlans } from '@portside/contract/plans';
import { viewAutopayConsent } from '@portside/contract/autopay';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { days, later } from '../clock.ts';
import { countRenewalsDue } from '../lines/line-figures.ts';
import { clearPlanCache } from '../plans/plan-cache.ts';
import { freshKey, lineOf, passDays, renew, withLine, type Noa } from '../testing/line-life.ts';
import { proving } from '../testing/proving.ts';
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
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const PLAN = 'sloop-12';
const ms = (text: string | null | undefined) => Date.parse(text ?? '');
const threeMonths = () => withLine(app, {}, { planId: PLAN, months: 3 });

const rowsOf = async (id: string) => {
  const { rows } = await sql<{ number: number; paid: number; price: number; length: number }>`
    select number, paid_cents as paid, price_cents as price,
      extract(epoch from ends_at - starts_at)::float8 / 86400 as length
    from line_periods where line_id = ${id} and taken_back_at is null
    order by number`.execute(app.app.db.query);
  return rows;
};

const orderOfLine = async (id: string, number: number) => {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from line_periods where line_id = ${id} and number = ${number}
      and taken_back_at is null`.execute(app.app.db.query);
  return rows[0]?.order_id ?? '';
};

async function payFor(noa: Noa, id: string, months: 3 | 6 | 12) {
  const { quoteId } = await noa.call(quoteRenewal, { id, months });
  const token = await paymentToken(app, cards.visa);
  return noa.call(renewLine, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
}

test('[P10] shop and label name the price for several months, and what is so for none is not said', async () => {
  const { plans } = await app.anyone.call(listPlans, {});
  const prepay = [
    { months: 3, price: 69 },
    { months: 6, price: 126 },
    { months: 12, price: 240 },
  ];
  expect(plans.find((one) => one.id === PLAN)).toMatchObject({ retailPrice: 25, prepay });
  expect(plans.find((one) => one.id === 'skiff-2')).not.toHaveProperty('prepay');
  const { labels } = await app.anyone.call(listLabels, {});
  expect(labels.find((one) => one.planId === PLAN)).toMatchObject({ monthlyPrice: 25, prepay });
  expect(labels.find((one) => one.planId === 'skiff-2')).not.toHaveProperty('prepay');
});

test('[P10] the quote of three months is the plan’s price for them, with fees and line taxes for each', async () => {
  const asked = { planId: PLAN, zipCode: '10038', cartId: 'cart-months-1' };
  const one = await app.anyone.call(askQuote, asked);
  const three = await app.anyone.call(askQuote, { ...asked, months: 3 });
  expect(three.months).toBe(3);
  expect(one).not.toHaveProperty('months');
  expect(three.orderTotal).toBe(69);
  expect(three.lines[0]).toMatchObject({ kind: 'plan', amount: 69 });
  expect(three.lines[0]?.label).toBe('Sloop 12 GB, 3 months (90 days)');
  expect(three.regulatoryFee).toBeCloseTo(one.regulatoryFee * 3, 5);
  const fee = (quote: typeof one) => quote.lines.find((line) => line.kind === 'government_fee');
  expect(fee(three)?.amount).toBeCloseTo((fee(one)?.amount ?? 0) * 3, 5);
  // After them it costs what 30 days cost, and autopay waits for their end.
  expect(three.renewal?.amount).toBe(one.renewal?.amount);
  expect(ms(three.renewal?.firstOn) - ms(one.renewal?.firstOn)).toBeGreaterThanOrEqual(days(60));
  const refusal = await app.anyone.refusal(askQuote, { ...asked, planId: 'skiff-2', months: 3 });
  expect(refusal.problem.reason).toBe('unknown_term');
});

test('[P10] a line paid for three months has three periods, and its owner reads until when', async () => {
  const { noa, line } = await threeMonths();
  const rows = await rowsOf(line.id);
  expect(rows).toEqual(
    [1, 2, 3].map((number) => ({ number, paid: 2300, price: 2500, length: 30 })),
  );
  const view = await noa.call(viewLine, { id: line.id });
  expect(ms(view.period?.to) - ms(view.period?.from)).toBe(days(30));
  expect(ms(view.paidUntil) - ms(view.period?.from)).toBe(days(90));
  expect(view.paidAhead).toEqual({ periods: 2, credit: 46 });
  expect(view.plan.retailPrice).toBe(25);
  await passDays(app, 89);
  const late = await noa.call(viewLine, { id: line.id });
  expect(late.status).toBe('active');
  expect(late).not.toHaveProperty('paidAhead');
  expect(late.period?.to).toBe(late.paidUntil);
  await passDays(app, 2);
  expect((await lineOf(noa, line.id)).statusReason).toBe('unpaid');
  // One payment, and its days.
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions).toHaveLength(1);
});

test('[P10] [L14] of months paid at once only the last one asks for a renewal', async () => {
  const { line } = await threeMonths();
  const { rows } = await sql<{ from: Date; before: Date }>`
    select min(starts_at) as from, max(ends_at) + interval '1 second' as before from line_periods
    where line_id = ${line.id}`.execute(app.app.db.query);
  const [span] = rows;
  if (!span) throw new Error('It has no periods');
  const dueIn = async (before: Date) => {
    const all = { tenant: 6, timeZone: 'UTC', from: span.from, before };
    const counts = await countRenewalsDue(app.app.db.query, all);
    return Array.from(counts).reduce((sum, [, count]) => sum + count, 0);
  };
  const before = await dueIn(span.before);
  await sql`delete from line_periods where line_id = ${line.id} and number = 3`.execute(
    app.app.db.query,
  );
  // Now it is the second one that ends what is paid.
  expect(await dueIn(span.before)).toBe(before);
  await sql`delete from line_periods where line_id = ${line.id}`.execute(app.app.db.query);
  expect(await dueIn(span.before)).toBe(before - 1);
});

test('[P10] cents that do not divide are in the first periods, and no cent is lost', async () => {
  await sql`update plans set prepay = '[{"months":3,"cents":7000}]'
    where tenant_id = 6 and id = ${PLAN}`.execute(app.app.db.query);
  const { line } = await threeMonths();
  expect((await rowsOf(line.id)).map(({ paid }) => paid)).toEqual([2334, 2333, 2333]);
  await sql`update plans
    set prepay = '[{"months":3,"cents":6900},{"months":6,"cents":12600},{"months":12,"cents":24000}]'
    where tenant_id = 6 and id = ${PLAN}`.execute(app.app.db.query);
});

test('[P10] [K03] autopay waits for the end of all that is paid, and charges 30 days at the plan’s price', async () => {
  const { version } = await app.anyone.call(viewAutopayConsent, {});
  const { noa, line } = await withLine(
    app,
    { autopay: { consent: version } },
    { planId: PLAN, months: 3 },
  );
  const { autopay } = await noa.call(viewLine, { id: line.id });
  expect(ms(line.paidUntil) - ms(autopay.nextCharge?.on)).toBeLessThan(days(2));
  const oneMonth = await app.anyone.call(askQuote, {
    planId: PLAN,
    zipCode: '10038',
    cartId: 'cart-months-2',
  });
  expect(autopay.nextCharge?.amount).toBe(oneMonth.renewal?.amount);
  await passDays(app, 91);
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.map(({ kind }) => kind)).toEqual(['renewal', 'new_line']);
  expect((await rowsOf(line.id)).map(({ paid }) => paid)).toEqual([2300, 2300, 2300, 2500]);
});

test('[P10] [K02] a line is renewed for six months, once, from ten days before its end', async () => {
  const { noa, line } = await withLine(app, {}, { planId: PLAN });
  const { id } = line;
  await passDays(app, 25);
  const plain = await noa.call(quoteRenewal, { id });
  expect(plain.prepay.map(({ months }) => months)).toEqual([3, 6, 12]);
  const six = await noa.call(quoteRenewal, { id, months: 6 });
  expect(six).toMatchObject({ months: 6, orderTotal: 126 });
  expect(ms(six.period.to) - ms(six.period.from)).toBe(days(180));
  expect(six.period.from).toBe(line.paidUntil);
  // One that took its time gets the price of as many months.
  await sql`update quotes set expires_at = created_at where id = ${six.quoteId}`.execute(
    app.app.db.query,
  );
  const late = { id, quoteId: six.quoteId, idempotencyKey: freshKey(), paymentToken: 'tok_none' };
  const old = await noa.refusal(renewLine, late);
  expect(old.problem).toMatchObject({ reason: 'quote_expired', quote: { months: 6 } });
  const paid = await payFor(noa, id, 6);
  expect(paid).toMatchObject({
    status: 'paid',
    message: 'We received your payment. The months that you chose for your line are paid.',
  });
  expect((await emailWhen(app, noa.email, /receipt/)).text).not.toContain('the next 30 days of');
  expect((await rowsOf(id)).map(({ paid }) => paid)).toEqual([2500, ...Array(6).fill(2100)]);
  expect(ms((await lineOf(noa, id)).paidUntil)).toBe(ms(line.paidUntil) + days(180));
  // The other tab's price of 30 days is not paid as well.
  const token = await paymentToken(app, cards.visa);
  const again = { id, quoteId: plain.quoteId, idempotencyKey: freshKey(), paymentToken: token };
  expect((await noa.refusal(renewLine, again)).problem.reason).toBe('already_paid');
  expect((await noa.refusal(quoteRenewal, { id })).problem.reason).toBe('already_paid');
});

test('[P10] [K08] a plan change counts all that is unused, each period by what was paid for it', async () => {
  const { noa, line } = await threeMonths();
  await passDays(app, 15);
  const quote = await noa.call(quotePlanChange, { id: line.id, planId: 'skiff-2', when: 'now' });
  // Fifteen days, less the moment of today, and two whole periods.
  const perDay = 23 / 30;
  expect(quote.creditForUnusedDays).toBeCloseTo(46 + Math.round(1400 * perDay) / 100, 1);
});

test('[P10] [K08] a line ends with its period, and what is paid after it becomes credit on that day', async () => {
  const { noa, line } = await threeMonths();
  const { id } = line;
  const before = await noa.call(viewLine, { id });
  await proving(noa);
  const ends = await noa.call(endLine, { id, when: 'period' });
  expect(ends).toMatchObject({ endsOn: before.period?.to, credit: 46 });
  expect((await emailWhen(app, noa.email, /ends on/)).text).toContain('$46.00');
  expect((await lineOf(noa, id)).endsOn).toBe(before.period?.to);
  expect(await noa.call(viewLine, { id })).toMatchObject({ endsOn: before.period?.to });
  // Once more is the same.
  expect(await noa.call(endLine, { id })).toEqual(ends);
  // Nothing is credit before the line has ended: it may be kept.
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
  expect((await noa.call(undoEndLine, { id })).endsOn).toBeNull();
  expect(await noa.call(viewLine, { id })).toMatchObject({
    paidUntil: before.paidUntil,
    paidAhead: before.paidAhead,
  });
  await proving(noa);
  await noa.call(endLine, { id, when: 'period' });
  await passDays(app, 29);
  expect((await lineOf(noa, id)).status).toBe('active');
  await passDays(app, 1);
  expect((await lineOf(noa, id)).status).toBe('ended');
  await emailWhen(app, noa.email, /of credit for what your line/);
  expect(await noa.call(viewCredit, {})).toMatchObject({
    balance: 46,
    entries: [{ amount: 46, reason: 'Unused days of a plan' }],
  });
  // Refunded after that, the credit goes with it: no cent is there twice.
  expect(await refundByHand(app.app, await orderOfLine(id, 1), 'Sam')).toBe('refunding');
  await app.eventually(async () =>
    (await noa.call(viewCredit, {})).balance === 0 ? true : undefined,
  );
});

test('[P10] [K17] without the choice a line goes on to the end of all that is paid', async () => {
  const { noa, line } = await threeMonths();
  await proving(noa);
  const ends = await noa.call(endLine, { id: line.id });
  expect(ends.endsOn).toBe(line.paidUntil);
  expect(ends).not.toHaveProperty('credit');
  await passDays(app, 61);
  expect((await lineOf(noa, line.id)).status).toBe('active');
  await passDays(app, 29);
  expect((await lineOf(noa, line.id)).status).toBe('ended');
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
});

test('[P10] a payment that goes back takes all its periods, and what is paid after them moves up', async () => {
  const { noa, line } = await withLine(app, {}, { planId: PLAN });
  const { id } = line;
  await passDays(app, 25);
  await payFor(noa, id, 3);
  await passDays(app, 90);
  await renew(app, noa, id);
  const { paidUntil } = await lineOf(noa, id);
  expect(ms(paidUntil)).toBe(ms(line.paidUntil) + days(120));
  expect(await refundByHand(app.app, await orderOfLine(id, 2), 'Sam')).toBe('refunding');
  await app.eventually(async () => ((await rowsOf(id)).length === 2 ? true : undefined));
  const now = app.app.clock.now();
  await app.eventually(async () =>
    (await lineOf(noa, id)).paidUntil === paidUntil ? undefined : true,
  );
  const moved = ms((await lineOf(noa, id)).paidUntil);
  expect(Math.abs(moved - later(now, days(30)).getTime())).toBeLessThan(60_000);
});

test('[P10] [K10] with an add-on of each 30 days it is paid 30 days at a time, and none recurs with months paid', async () => {
  const { noa, line } = await threeMonths();
  await sql`update add_ons set recurring = true where tenant_id = 6 and id = 'travel'`.execute(
    app.app.db.query,
  );
  clearPlanCache(app.app, 6);
  const quote = await noa.call(quoteAddOn, { id: line.id, addOnId: 'travel' });
  expect(quote.addOn.recurring).toBe(false);
  const { period } = await noa.call(viewLine, { id: line.id });
  expect(quote.until).toBe(period?.to);
  const other = await withLine(app, {}, { planId: PLAN });
  const { id } = other.line;
  const travel = await other.noa.call(quoteAddOn, { id, addOnId: 'travel' });
  expect(travel.addOn.recurring).toBe(true);
  const token = await paymentToken(app, cards.visa);
  await other.noa.call(buyAddOn, {
    id,
    quoteId: travel.quoteId,
    idempotencyKey: freshKey(),
    paymentToken: token,
  });
  await passDays(app, 25);
  const renewal = await other.noa.call(quoteRenewal, { id });
  expect(renewal.prepay).toEqual([]);
  expect(renewal.prepayNote).toContain('paid 30 days at a time');
  const refusal = await other.noa.refusal(quoteRenewal, { id, months: 3 });
  expect(refusal.problem.reason).toBe('unknown_term');
  await sql`update add_ons set recurring = false where tenant_id = 6 and id = 'travel'`.execute(
    app.app.db.query,
  );
  clearPlanCache(app.app, 6);
});

test('[P10] a length that is not sold any more is not charged: the price of 30 days comes back', async () => {
  const noa = await newcomer(app);
  const cart = await fillCart(app, { planId: PLAN, months: 12 });
  await sql`update quotes set expires_at = created_at where id = ${cart.quote.quoteId}`.execute(
    app.app.db.query,
  );
  await sql`update plans set prepay = null where tenant_id = 6 and id = ${PLAN}`.execute(
    app.app.db.query,
  );
  const token = await paymentToken(app, cards.visa);
  const refusal = await noa.refusal(placeOrder, orderOf(cart, { paymentToken: token }));
  expect(refusal.problem.reason).toBe('quote_expired');
  expect(refusal.problem['quote']).toMatchObject({ orderTotal: 25 });
  expect(refusal.problem['quote']).not.toHaveProperty('months');
});
