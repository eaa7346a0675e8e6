import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { changePlan, quotePlanChange, undoPlanChange } from '@portside/contract/plan-change';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { importPlans } from '../plans/plans.ts';
import { plansFile } from '../seed/plans.ts';
import { freshKey, giveNumber, passDays, renew, withLine } from '../testing/line-life.ts';
import type { Noa } from '../testing/line-life.ts';
import { cards, emailWhen, newcomer, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** 25.00, 40.00 and 12.00. */
const [sloop, clipper, skiff] = ['sloop-12', 'clipper-unlimited', 'skiff-2'];

async function note(noa: Noa, id: string, planId: string) {
  const quote = await noa.call(quotePlanChange, { id, planId, when: 'renewal' });
  return { quote, noted: await noa.call(changePlan, { id, quoteId: quote.quoteId }) };
}

async function turnOn(noa: Noa, id: string) {
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
}

const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'renewal' && one.successful);
};
const view = (noa: Noa, id: string) => noa.call(viewLine, { id });
const lineWith = (noa: Noa, id: string, planId: string) =>
  app.eventually(async () => {
    const line = await view(noa, id);
    return line.plan.id === planId && !line.nextPlan ? line : undefined;
  });
const atCarrier = (mdn: string) => app.adapters.carrier.viewPlan({ msisdn: mdn });

test('[K09] a change with the next period is noted with its day and price, and charges nothing', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quote, noted } = await note(noa, id, skiff);
  expect(quote).toMatchObject({ creditForUnusedDays: 0, effectiveOn: line.paidUntil });
  expect(quote.period.from).toBe(line.paidUntil);
  const nextPlan = {
    id: skiff,
    retailName: 'Skiff 2 GB',
    on: line.paidUntil,
    retailPrice: 12,
    paid: false,
  };
  expect(noted).toMatchObject({ status: 'noted', nextPlan });
  expect(noted.orderId).toBeUndefined();
  const now = await view(noa, id);
  expect(now.nextPlan).toEqual(nextPlan);
  expect(now.plan).toMatchObject({ id: sloop, retailPrice: 25 });
  const email = await emailWhen(app, noa.email, /gets Skiff 2 GB/);
  expect(email.text).toContain('$12.00');
  expect(email.text).toContain(`$${quote.finalCheckoutAmount.toFixed(2)}`);
  expect(email.link).toContain(`/dashboard/lines/${id}`);
  // Sent again after a lost answer, it is the same, and no second email goes out.
  await noa.call(changePlan, { id, quoteId: quote.quoteId });
  const { transactions } = await noa.call(listTransactions, {});
  expect(transactions.map((one) => one.kind)).toEqual(['new_line']);
  expect(
    (await app.emails(noa.email, 0)).filter((one) => /gets Skiff/.test(one.subject)),
  ).toHaveLength(1);
});

test('[K09] it is taken back in one press, also twice, and told', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await note(noa, id, skiff);
  await noa.call(undoPlanChange, { id });
  expect((await view(noa, id)).nextPlan).toBeUndefined();
  expect((await emailWhen(app, noa.email, /keeps Sloop 12 GB/)).text).toContain('taxes and fees');
  await noa.call(undoPlanChange, { id });
  await passDays(app, 25);
  await renew(app, noa, id);
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from line_periods where line_id = ${id} order by number`.execute(
    app.app.db.query,
  );
  expect(rows.map((row) => row.plan_id)).toEqual([sloop, sloop]);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(undoPlanChange, { id })).status).toBe(404);
  expect(undoPlanChange.notForAgents).toBe(true);
});

test('[K09] [K10] an add-on that recurs is named with what the next 30 days cost', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const file = await plansFile(app.app.brands.byTenant(6));
  const monthly = { id: 'monthly', name: 'Monthly 5 GB', price: 8, megabytes: 5000 };
  await importPlans(app.app, 6, { ...file, addOns: [{ ...monthly, recurring: true }] });
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId: 'monthly' });
  const token = await paymentToken(app, cards.visa);
  const pay = { idempotencyKey: freshKey(), paymentToken: token };
  await noa.call(buyAddOn, { id, quoteId, ...pay });
  await app.eventually(async () => (await view(noa, id)).addOns[0]);
  const { quote } = await note(noa, id, skiff);
  const total = `$${quote.finalCheckoutAmount}`;
  expect((await emailWhen(app, noa.email, /gets Skiff/)).text).toContain(
    `$12.00, plus Monthly 5 GB ($8.00), taxes and fees: ${total} in all`,
  );
  await noa.call(undoPlanChange, { id });
  expect((await emailWhen(app, noa.email, /keeps Sloop/)).text).toContain(
    ', Monthly 5 GB ($8.00), taxes and fees included.',
  );
  await importPlans(app.app, 6, file);
});

test('[K09] the next payment carries it out; the carrier is told when the period begins', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quote } = await note(noa, id, skiff);
  await passDays(app, 25);
  const due = await noa.call(quoteRenewal, { id });
  expect(due.finalCheckoutAmount).toBe(quote.finalCheckoutAmount);
  await renew(app, noa, id);
  const paid = await view(noa, id);
  // These days are still the old plan's.
  expect(paid.plan).toMatchObject({ id: sloop, retailPrice: 25 });
  expect(paid.nextPlan).toMatchObject({
    id: skiff,
    on: line.paidUntil,
    retailPrice: 12,
    paid: true,
  });
  expect(await atCarrier(line.mdn)).toBeUndefined();
  expect((await noa.refusal(undoPlanChange, { id })).problem.reason).toBe('next_plan_paid');
  const again = await noa.refusal(quotePlanChange, { id, planId: clipper, when: 'now' });
  expect(again.problem.reason).toBe('next_plan_paid');
  await passDays(app, 6);
  const begun = await lineWith(noa, id, skiff);
  expect(begun.plan.retailPrice).toBe(12);
  expect(await atCarrier(line.mdn)).toBe(skiff);
  // And it stays: the payment after that is of the new plan too.
  await passDays(app, 20);
  expect((await noa.call(quoteRenewal, { id })).orderTotal).toBe(12);
});

test('[K09] autopay charges the noted plan, with the amount that it told', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  const before = (await view(noa, id)).autopay.nextCharge?.amount ?? 0;
  const { quote } = await note(noa, id, clipper);
  const { autopay } = await view(noa, id);
  expect(autopay.nextCharge?.amount).toBe(quote.finalCheckoutAmount);
  expect(quote.finalCheckoutAmount).toBeGreaterThan(before);
  await passDays(app, 27);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.subject).toContain(`$${quote.finalCheckoutAmount.toFixed(2)}`);
  await passDays(app, 2);
  const [charge] = await renewalsOf(noa);
  expect(charge?.paymentDetails.finalCheckoutAmount).toBe(quote.finalCheckoutAmount);
  await passDays(app, 2);
  await lineWith(noa, id, clipper);
});

test('[K09] noted after autopay was told, it charges what was shown with the note', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  await passDays(app, 27);
  await emailWhen(app, noa.email, /Autopay charges/);
  const { quote } = await note(noa, id, clipper);
  await passDays(app, 2);
  const [charge] = await renewalsOf(noa);
  expect(charge?.paymentDetails.finalCheckoutAmount).toBe(quote.finalCheckoutAmount);
});

test('[K09] a plan that goes off sale before keeps what was noted, at its price', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { quote } = await note(noa, id, skiff);
  const onSale = (is: boolean) =>
    sql`update plans set on_sale = ${is} where id = ${skiff}`.execute(app.app.db.query);
  await onSale(false);
  await passDays(app, 25);
  expect((await view(noa, id)).nextPlan).toMatchObject({ id: skiff, retailPrice: 12 });
  const due = await noa.call(quoteRenewal, { id });
  expect(due.finalCheckoutAmount).toBe(quote.finalCheckoutAmount);
  await renew(app, noa, id);
  await passDays(app, 6);
  await lineWith(noa, id, skiff);
  const gone = await noa.refusal(quotePlanChange, { id, planId: 'nothing', when: 'renewal' });
  expect(gone.problem.reason).toBe('unknown_plan');
  await onSale(true);
});

test('[K09] a price that was shown before the change was noted is not charged', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const old = await noa.call(quoteRenewal, { id });
  const { quote } = await note(noa, id, skiff);
  const token = await paymentToken(app, cards.visa);
  const pay = { id, quoteId: old.quoteId, idempotencyKey: freshKey(), paymentToken: token };
  const { problem } = await noa.refusal(renewLine, pay);
  expect(problem).toMatchObject({
    reason: 'quote_expired',
    quote: { finalCheckoutAmount: quote.finalCheckoutAmount },
  });
});

test('[K09] refunded before it begins, the change is noted again', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await note(noa, id, skiff);
  await passDays(app, 25);
  const { orderId } = await renew(app, noa, id);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect((await view(noa, id)).nextPlan).toMatchObject({ id: skiff, paid: false });
  await passDays(app, 4);
  await renew(app, noa, id);
  await passDays(app, 2);
  await lineWith(noa, id, skiff);
});

test('[K09] a plan that the carrier refuses when it begins: the old one goes on, and what was more is credit', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await giveNumber(app, id, '86');
  await note(noa, id, clipper);
  await passDays(app, 25);
  await renew(app, noa, id);
  await passDays(app, 6);
  const email = await emailWhen(app, noa.email, /couldn’t change the plan/);
  expect(email.text).toContain('$15.00');
  const kept = await lineWith(noa, id, sloop);
  expect(kept.status).toBe('active');
  expect(kept.plan.retailPrice).toBe(25);
  expect((await noa.call(viewCredit, {})).balance).toBe(15);
  await passDays(app, 20);
  expect((await noa.call(quoteRenewal, { id })).orderTotal).toBe(25);
});

test('[K09] [K21] refunded after the carrier refused its plan, a renewal leaves no credit behind', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await giveNumber(app, id, '86');
  await note(noa, id, clipper);
  await passDays(app, 25);
  const { orderId } = await renew(app, noa, id);
  await passDays(app, 6);
  await emailWhen(app, noa.email, /couldn’t change the plan/);
  expect((await noa.call(viewCredit, {})).balance).toBe(15);
  await refundByHand(app.app, orderId, 'Kim');
  // All of the card's money goes back, with these 15.00.
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
});

test('[K08] [K09] a change now takes the place of one that was noted, until it is taken back', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await note(noa, id, skiff);
  const { quoteId } = await noa.call(quotePlanChange, { id, planId: clipper, when: 'now' });
  const token = await paymentToken(app, cards.visa);
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: token };
  const { orderId = '' } = await noa.call(changePlan, pay);
  expect((await lineWith(noa, id, clipper)).nextPlan).toBeUndefined();
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  await app.eventually(async () => {
    const now = await view(noa, id);
    return now.plan.id === sloop && now.nextPlan?.id === skiff ? true : undefined;
  });
});

test('[K08] autopay is planned anew for the end of the new period', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  await passDays(app, 10);
  const { quoteId } = await noa.call(quotePlanChange, { id, planId: skiff, when: 'now' });
  await noa.call(changePlan, { id, quoteId, idempotencyKey: freshKey() });
  const { autopay, paidUntil } = await lineWith(noa, id, skiff);
  const { nextCharge } = autopay;
  expect(Date.parse(paidUntil ?? '') - Date.parse(nextCharge?.on ?? '')).toBeLessThan(
    3 * 86_400_000,
  );
  expect(nextCharge?.amount).toBeLessThan(20);
  await passDays(app, 20);
  expect(await renewalsOf(noa)).toHaveLength(0);
  await passDays(app, 10);
  expect(await renewalsOf(noa)).toHaveLength(1);
});
