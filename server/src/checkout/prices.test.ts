import { askQuote } from '@portside/contract/checkout';
import { listPlans, listPrices } from '@portside/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[A02] the shop’s price at a ZIP code is what checkout quotes there, to the cent', async () => {
  const { plans } = await app.anyone.call(listPlans, {});
  const { prices, state, estimated } = await app.anyone.call(listPrices, { zipCode: '10005' });
  expect(state).toBe('NY');
  expect(estimated).toBe(true);
  expect(prices.map((one) => one.planId)).toEqual(plans.map((one) => one.id));
  for (const { planId, today, monthly, lines } of prices) {
    const cartId = `shop_${planId}`;
    const quote = await app.anyone.call(askQuote, { planId, zipCode: '10005', cartId });
    expect(today).toBe(quote.finalCheckoutAmount);
    expect(lines).toEqual(quote.lines);
    expect(monthly).toBeLessThanOrEqual(today);
  }
});

test('[A02] a place that is not covered, and a ZIP code that is none, are told at the field', async () => {
  const uncovered = await app.anyone.refusal(listPrices, { zipCode: '00000' });
  expect(uncovered.problem).toMatchObject({ reason: 'no_coverage' });
  const wrong = await app.anyone.refusal(listPrices, { zipCode: '1234' });
  expect(wrong.problem.errors).toEqual([
    { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
  ]);
});

test('a quote for a neighbor state that the customer names has that state’s taxes', async () => {
  const { plans } = await app.anyone.call(listPlans, {});
  const asked = { planId: plans[0]?.id ?? '', zipCode: '89501', cartId: 'cart-on-border' };
  const taxesOf = async (state?: string) => {
    const quote = await app.anyone.call(askQuote, { ...asked, ...(state && { state }) });
    return quote.lines.filter((line) => line.kind === 'tax').map((line) => line.label);
  };
  expect(await taxesOf()).toEqual(['Nevada sales tax']);
  expect(await taxesOf('CA')).toEqual(['California sales tax']);
});
