import { askQuote } from '@portside/contract/checkout';
import { viewCoverage } from '@portside/contract/coverage';
import { listPrices } from '@portside/contract/plans';
import { checkPortIn } from '@portside/contract/port-in';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import type { Failed } from '../testing/caller.ts';
import { breakCarrier } from '../testing/porting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(() => breakCarrier(app, 'none'));
afterAll(() => app.close());

const networkAt = async (zipCode: string) =>
  (await app.anyone.call(viewCoverage, { zipCode })).network;

/** How often the carrier was asked about this place, by its own log. */
async function askedAbout(zipCode: string): Promise<number> {
  const log = await (await app.fetch('/sandbox/carrier')).text();
  return [...log.matchAll(/<tr>[\s\S]*?<\/tr>/g)].filter(
    ([row]) => row.includes('coverage') && row.includes(zipCode),
  ).length;
}

test('[A02] a ZIP Code says 5G, 4G or nothing before a plan is chosen, without a login', async () => {
  expect(await app.anyone.call(viewCoverage, { zipCode: '10005' })).toEqual({
    network: '5G',
    message: 'We cover 10005 with 5G.',
  });
  expect(await app.anyone.call(viewCoverage, { zipCode: '10004' })).toEqual({
    network: '4G',
    message: 'We cover 10004 with 4G LTE. There is no 5G there yet.',
  });
  expect(await app.anyone.call(viewCoverage, { zipCode: '00000' })).toEqual({
    network: 'none',
    message: 'We don’t cover this ZIP Code yet.',
  });
  const wrong = await app.anyone.refusal(viewCoverage, { zipCode: '1000' });
  expect(wrong.problem.errors).toEqual([
    { field: 'zipCode', message: 'Please enter 5 digit ZIP Code' },
  ]);
});

// 00300 is in no state, whatever the carrier says of it.
test.each(['10005', '10004', '00000', '00300'])(
  'prices, checkout and port-in go by the coverage that the shop tells of %s',
  async (zipCode) => {
    const isCovered = (await networkAt(zipCode)) !== 'none';
    const reasons = await Promise.all([
      reasonOf(app.anyone.call(listPrices, { zipCode })),
      reasonOf(
        app.anyone.call(askQuote, { planId: 'sloop-12', zipCode, cartId: `cart-at-${zipCode}` }),
      ),
      app.anyone.call(checkPortIn, { msisdn: '3125550142', zipCode }).then(({ reason }) => reason),
    ]);
    expect(reasons).toEqual(Array(3).fill(isCovered ? undefined : 'no_coverage'));
  },
);

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Failed) => error.problem.reason ?? error.message,
  );

test('[A02] while the carrier is down the shop sells, and says that it cannot tell the coverage', async () => {
  await breakCarrier(app, 'down');
  const zipCode = '82001';
  const told = await app.anyone.call(viewCoverage, { zipCode });
  expect(told.network).toBe('unknown');
  expect(told.message).toContain('You can still buy a plan');
  const { prices, coverage } = await app.anyone.call(listPrices, { zipCode });
  expect(prices).toHaveLength(6);
  expect(coverage).toEqual(told);
  const quote = await app.anyone.call(askQuote, {
    planId: 'sloop-12',
    zipCode,
    cartId: 'cart-while-down',
  });
  expect(quote.finalCheckoutAmount).toBeGreaterThan(0);
  // It is told as soon as it is known again.
  await breakCarrier(app, 'none');
  expect(await networkAt(zipCode)).toBe('5G');
});

test('a crowd that asks about a place asks the carrier once, and again after ten minutes', async () => {
  const zipCode = '94103';
  await Promise.all(Array.from({ length: 20 }, () => networkAt(zipCode)));
  expect(await askedAbout(zipCode)).toBe(1);
  // What is known is told while the carrier is down.
  await breakCarrier(app, 'down');
  expect(await networkAt(zipCode)).toBe('5G');
  app.clock.move(minutes(10));
  expect(await networkAt(zipCode)).toBe('unknown');
});
