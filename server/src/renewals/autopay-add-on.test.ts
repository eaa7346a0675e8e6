import { buyAddOn, keepAddOn, quoteAddOn, stopAddOn } from '@portside/contract/add-ons';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlans } from '../plans/plans.ts';
import { popularPlan } from '../seed/plans.ts';
import { freshKey, passDays, passHours, withLine } from '../testing/line-life.ts';
import { cards, emailWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const plan = await popularPlan(app.app.brands.byTenant(6));
  const monthly = { id: 'monthly', name: 'Monthly 5 GB', price: 8, megabytes: 5000 };
  const addOns = [{ ...monthly, recurring: true }];
  await importPlans(app.app, 6, { plans: [plan], addOns });
});
afterAll(() => app.close());

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
