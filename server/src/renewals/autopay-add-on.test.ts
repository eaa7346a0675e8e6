import { buyAddOn, keepAddOn, quoteAddOn, stopAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { importPlans } from '../plans/plans.ts';
import { plansFile } from '../seed/plans.ts';
import { freshKey, type Noa, passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { cards, emailWhen, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  await sell();
});
afterAll(() => app.close());

async function sell({ passPrice = 6 } = {}) {
  const file = await plansFile(app.app.brands.byTenant(6));
  const monthly = { id: 'monthly', name: 'Monthly 5 GB', price: 8, megabytes: 5000 };
  const pass = { id: 'pass', name: 'Calls abroad', price: passPrice };
  const addOns = [monthly, pass].map((one) => ({ ...one, recurring: true }));
  await importPlans(app.app, 6, { plans: Array.isArray(file) ? file : file.plans, addOns });
}

async function charged(daysBeforeBuying: number, { stops = false } = {}) {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { version } = await noa.call(viewAutopayConsent, {});
  const { autopay } = await noa.call(setAutopay, { id, on: true, consent: version });
  const before = autopay.nextCharge?.amount ?? 0;
  await passDays(app, daysBeforeBuying);
  const { quoteId, finalCheckoutAmount: price } = await noa.call(quoteAddOn, {
    id,
    addOnId: 'monthly',
  });
  const token = await paymentToken(app, cards.visa);
  const how = { idempotencyKey: freshKey(), paymentToken: token };
  await noa.call(buyAddOn, { id, quoteId, ...how });
  const next = (await noa.call(viewLine, { id })).autopay.nextCharge?.amount ?? 0;
  expect(Math.round(next * 100)).toBe(Math.round((before + price) * 100));
  if (stops) await noa.call(stopAddOn, { id, addOnId: 'monthly' });
  await passHours(app, (29 - daysBeforeBuying) * 24 + 1);
  const { transactions } = await noa.call(listTransactions, {});
  const renewal = transactions.find((one) => one.kind === 'renewal');
  expect(renewal?.paymentDetails.finalCheckoutAmount).toBe(stops ? before : next);
  return { noa, next };
}

test('[K10] [K04] autopay tells and charges an add-on that recurs together with the plan', async () => {
  const { noa, next } = await charged(5);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.subject).toContain(`$${next.toFixed(2)}`);
});

test('[K10] [K04] one that was bought after the charge was announced is in it, and one that was stopped is not', async () => {
  await charged(27);
  await charged(27, { stops: true });
});

test('[K10] [K04] one that was stopped before the charge was announced, and kept after it, is in it', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id, on: true, consent: version });
  const one = { id, addOnId: 'monthly' };
  const { quoteId } = await noa.call(quoteAddOn, one);
  const token = await paymentToken(app, cards.visa);
  const how = { idempotencyKey: freshKey(), paymentToken: token };
  await noa.call(buyAddOn, { id, quoteId, ...how });
  await noa.call(stopAddOn, one);
  await passDays(app, 27);
  await emailWhen(app, noa.email, /Autopay charges/);
  await noa.call(keepAddOn, one);
  const { autopay } = await noa.call(viewLine, { id });
  await passHours(app, 49);
  const { transactions } = await noa.call(listTransactions, {});
  const renewal = transactions.find(({ kind }) => kind === 'renewal');
  expect(renewal?.paymentDetails.finalCheckoutAmount).toBe(autopay.nextCharge?.amount);
});

async function buy(noa: Noa, id: string, addOnId: string): Promise<string> {
  const { quoteId } = await noa.call(quoteAddOn, { id, addOnId });
  const token = await paymentToken(app, cards.visa);
  const how = { idempotencyKey: freshKey(), paymentToken: token };
  return (await noa.call(buyAddOn, { id, quoteId, ...how })).orderId;
}

/** The line's days run on past those of its add-ons. */
async function changeNow(noa: Noa, id: string): Promise<void> {
  const how = { id, planId: 'clipper-unlimited', when: 'now' } as const;
  const { quoteId } = await noa.call(quotePlanChange, how);
  const token = await paymentToken(app, cards.visa);
  await noa.call(changePlan, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  await app.eventually(async () => {
    const { plan, nextPlan } = await noa.call(viewLine, { id });
    return plan.id === 'clipper-unlimited' && !nextPlan ? true : undefined;
  });
}

async function withAutopay() {
  const { noa, line } = await withLine(app);
  const { version } = await noa.call(viewAutopayConsent, {});
  await noa.call(setAutopay, { id: line.id, on: true, consent: version });
  return { noa, line };
}

const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter(({ kind }) => kind === 'renewal');
};

const boughtAgain = async (noa: Noa, id: string) =>
  (await noa.call(quoteRenewal, { id })).lines.filter(({ kind }) => kind === 'add_on');

test('[K10] [K04] a pass that is bought anew after a plan change takes the place of the one before, and is charged once', async () => {
  const { noa, line } = await withAutopay();
  const { id } = line;
  await buy(noa, id, 'pass');
  await passDays(app, 10);
  await changeNow(noa, id);
  await passDays(app, 28);
  await emailWhen(app, noa.email, /Autopay charges/);
  const { autopay: told } = await noa.call(viewLine, { id });
  const orderId = await buy(noa, id, 'pass');
  const one = [{ kind: 'add_on', label: 'Calls abroad', amount: 6 }];
  expect(await boughtAgain(noa, id)).toEqual(one);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await boughtAgain(noa, id)).toEqual(one);
  await buy(noa, id, 'pass');
  const { rows } = await sql<{ told: number }>`
    select told_cents as told from line_autopay where line_id = ${id}`.execute(app.app.db.query);
  expect(rows[0]?.told).toBe(Math.round((told.nextCharge?.amount ?? 0) * 100));
  await passHours(app, 49);
  const [renewal] = await renewalsOf(noa);
  expect(renewal?.paymentDetails.finalCheckoutAmount).toBe(told.nextCharge?.amount);
  const { addOns } = await noa.call(viewLine, { id });
  expect(addOns).toMatchObject([{ id: 'pass', recurring: true }]);
});

test('[K10] what a pass that takes the place of another costs each 30 days does not rise', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await buy(noa, id, 'pass');
  await passDays(app, 10);
  await changeNow(noa, id);
  await passDays(app, 21);
  await sell({ passPrice: 9 });
  await buy(noa, id, 'pass');
  expect((await boughtAgain(noa, id)).map(({ amount }) => amount)).toEqual([6]);
});

test('[K10] a stopped add-on is not kept once the days after its own are paid without it', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const one = { id, addOnId: 'pass' };
  await buy(noa, id, 'pass');
  await passDays(app, 20);
  await noa.call(stopAddOn, one);
  const before = (await noa.call(viewLine, { id })).addOns;
  expect(before).toMatchObject([{ id: 'pass', stopped: true }]);
  await passDays(app, 5);
  const { orderId } = await renew(app, noa, id);
  const [paid] = (await noa.call(viewLine, { id })).addOns;
  expect(paid).toMatchObject({ id: 'pass', recurring: false });
  expect(paid).not.toHaveProperty('stopped');
  expect((await noa.refusal(keepAddOn, one)).problem.reason).toBe('not_stopped');
  // Those days are given back, and the next ones can have it again.
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect((await noa.call(viewLine, { id })).addOns).toEqual(before);
  await noa.call(keepAddOn, one);
  expect(await boughtAgain(noa, id)).toHaveLength(1);
});

test('[K10] [K04] what is kept is what goes on, and autopay charges it as it told', async () => {
  const { noa, line } = await withAutopay();
  const { id } = line;
  const one = { id, addOnId: 'monthly' };
  await buy(noa, id, 'monthly');
  await passDays(app, 10);
  await changeNow(noa, id);
  await buy(noa, id, 'monthly');
  await noa.call(stopAddOn, one);
  await passDays(app, 28);
  await emailWhen(app, noa.email, /Autopay charges/);
  await noa.call(keepAddOn, one);
  expect(await boughtAgain(noa, id)).toHaveLength(1);
  const { autopay } = await noa.call(viewLine, { id });
  await passHours(app, 49);
  const [renewal] = await renewalsOf(noa);
  expect(renewal?.paymentDetails.finalCheckoutAmount).toBe(autopay.nextCharge?.amount);
});
