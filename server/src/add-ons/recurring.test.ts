import { buyAddOn, quoteAddOn } from '@portside/contract/add-ons';
import { quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlans } from '../plans/plans.ts';
import { popularPlan } from '../seed/plans.ts';
import { freshKey, passDays, renew, withLine } from '../testing/line-life.ts';
import { cards, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function sell(prices: Record<string, number>) {
  const plan = await popularPlan(app.app.brands.byTenant(6));
  const addOns = Object.entries(prices).map(([id, price]) => ({
    id,
    name: id,
    price,
    recurring: true,
  }));
  await importPlans(app.app, 6, { plans: [plan], addOns });
}

test('[K10] two that recur keep their own prices when they are bought again, whatever they cost today', async () => {
  const bought = { calls: 8, abroad: 3 };
  await sell(bought);
  const { noa, line } = await withLine(app);
  const { id } = line;
  for (const addOnId of Object.keys(bought)) {
    const { quoteId } = await noa.call(quoteAddOn, { id, addOnId });
    const token = await paymentToken(app, cards.visa);
    await noa.call(buyAddOn, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  }
  await sell({ calls: 12, abroad: 12 });
  await passDays(app, 25);
  const { lines } = await noa.call(quoteRenewal, { id });
  const charged = lines.filter((one) => one.kind === 'add_on');
  expect(Object.fromEntries(charged.map((one) => [one.label, one.amount]))).toEqual(bought);
  const { orderId } = await renew(app, noa, id);
  const { rows } = await sql<{ name: string; dollars: number }>`
    select name, price_cents / 100 as dollars from line_add_ons
    where order_id = ${orderId}`.execute(app.app.db.query);
  expect(Object.fromEntries(rows.map((row) => [row.name, row.dollars]))).toEqual(bought);
});
