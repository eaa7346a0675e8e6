import { readFileSync } from 'node:fs';
import path from 'node:path';
import { askQuote } from '@portside/contract/checkout';
import { listPlans, listPrices } from '@portside/contract/plans';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInTax } from '../adapters/tax/built-in/tax.ts';
import { callerAt, harbor, type Caller } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { discountOf } from './bill.ts';
import { priceOf } from './plan-price.ts';

/* What everything costs, reckoned a second time: from the brands' files and in whole numbers. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']) } });
});
afterAll(() => app.close());

/** Half a cent rounds up. */
function share(cents: number, part: number, whole: number): number {
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** Of a hundredth of a percent, and cents of 911: one place of each kind. */
const places = {
  NY: { zipCode: '10038', rate: 853, emergency: 120 },
  CA: { zipCode: '90012', rate: 880, emergency: 41 },
  DE: { zipCode: '19801', rate: 0, emergency: 60 },
  MT: { zipCode: '59601', rate: 0, emergency: 100 },
  WV: { zipCode: '25301', rate: 659, emergency: 364 },
} as const;
type State = keyof typeof places;

interface Fees {
  activationCents: number;
  regulatoryCents: number;
}

function model(sale: { cents: number; percent: number; first: boolean; state: State }, fees: Fees) {
  const { rate, emergency } = places[sale.state];
  const discount = share(sale.cents, sale.percent, 100);
  const activation = sale.first ? fees.activationCents : 0;
  const tax = share(sale.cents - discount + activation, rate, 10_000);
  const total = sale.cents - discount + activation + fees.regulatoryCents + tax + emergency;
  return { discount, activation, regulatory: fees.regulatoryCents, tax, emergency, total };
}

const brandFile = (name: string, file: string): unknown =>
  JSON.parse(
    readFileSync(path.resolve(import.meta.dirname, `../../../brands/${name}/${file}`), 'utf8'),
  );
const feesOf = (name: string) => (brandFile(name, 'brand.json') as { fees: Fees }).fees;

test.each([
  ['harbor', harbor],
  ['mesa', mesa],
])(
  '[A02] each plan of %s costs its price, fees and taxes today, and without the activation fee later',
  async (name, headers) => {
    const fees = feesOf(name);
    const shop: Caller = callerAt(app.address, undefined, () => headers);
    const { plans } = await shop.call(listPlans, {});
    expect(plans.length).toBeGreaterThan(2);
    for (const [state, { zipCode }] of Object.entries(places)) {
      const answer = await shop.call(listPrices, { zipCode });
      expect(answer.state).toBe(state);
      for (const { id, retailPrice } of plans) {
        const sale = { cents: Math.round(retailPrice * 100), percent: 0, state: state as State };
        const today = model({ ...sale, first: true }, fees);
        const monthly = model({ ...sale, first: false }, fees);
        const price = answer.prices.find(({ planId }) => planId === id);
        const cents = [price?.today, price?.monthly].map((one) => Math.round((one ?? 0) * 100));
        expect([id, state, ...cents]).toEqual([id, state, today.total, monthly.total]);
      }
    }
  },
);

test('[D14] a brand that takes an activation fee takes it once', () => {
  // Otherwise nothing above would tell the two prices apart.
  expect(feesOf('mesa').activationCents).toBeGreaterThan(0);
});

const cents = fc.integer({ min: 0, max: 30_000 });
const percent = fc.integer({ min: 0, max: 100 });

test('[D14] a discount is rounded half up to the cent, and never more than the price', () => {
  for (const [price, off, discount] of [
    [5, 10, 1],
    [25, 10, 3],
    [1250, 33, 413],
    [1999, 15, 300],
    [1201, 50, 601],
    [4, 10, 0],
    [1200, 100, 1200],
    [1200, 0, 0],
  ] as const) {
    expect([price, off, discountOf(price, { percentOff: off })]).toEqual([price, off, discount]);
  }
  fc.assert(
    fc.property(cents, percent, (price, off) => {
      expect(discountOf(price, { percentOff: off })).toBe(share(price, off, 100));
    }),
    { numRuns: 2000 },
  );
  expect(discountOf(100, { percentOff: 120 })).toBe(100);
});

test('[D14] every sale of every brand comes to what is reckoned again, line by line', async () => {
  const sales = fc.record({
    cents: fc.integer({ min: 1, max: 20_000 }),
    percent,
    first: fc.boolean(),
    state: fc.constantFrom(...(Object.keys(places) as State[])),
    brand: fc.constantFrom(...app.app.brands.all),
  });
  await fc.assert(
    fc.asyncProperty(sales, async ({ brand, ...sale }) => {
      const { zipCode } = places[sale.state];
      const price = await priceOf(app.app, brand, {
        plan: { retailName: 'Plan', retailPrice: sale.cents / 100 },
        place: { zipCode, state: sale.state },
        promo: { code: 'CODE', percentOff: sale.percent },
        first: sale.first,
      });
      const reckoned = model(sale, brand.fees);
      const of = (kind: string) => price.lines.find((line) => line.kind === kind)?.cents ?? 0;
      expect({
        discount: -of('discount') + 0,
        activation: of('activation'),
        regulatory: of('company_fee'),
        tax: of('tax'),
        emergency: of('government_fee'),
        total: price.totalCents,
      }).toEqual(reckoned);
      expect(of('plan')).toBe(sale.cents);
    }),
    { numRuns: 300 },
  );
});

test('[D14] a promo code at checkout takes its share of the plan alone, before taxes', async () => {
  const shop = callerAt(app.address, undefined, () => harbor);
  const { plans } = await shop.call(listPlans, {});
  for (const { id, retailPrice } of plans) {
    const asked = { planId: id, zipCode: '10038', promoCode: 'WELCOME10', cartId: `model-${id}` };
    const quote = await shop.call(askQuote, asked);
    const sale = { cents: Math.round(retailPrice * 100), percent: 10, first: true } as const;
    const { total } = model({ ...sale, state: 'NY' }, feesOf('harbor'));
    expect([id, Math.round(quote.finalCheckoutAmount * 100)]).toEqual([id, total]);
  }
});

test('the built-in taxes are of all that is sold, and the 911 fee is of each line', async () => {
  const tax = builtInTax();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(places) as State[])),
      cents,
      cents,
      cents,
      fc.integer({ min: 0, max: 4 }),
      async (state, planCents, activationCents, addOnCents, lines) => {
        const { zipCode, rate, emergency } = places[state];
        const sold = { zipCode, state, planCents, activationCents, addOnCents, lines };
        const answer = await tax.taxes(sold);
        const of = (kind: string) =>
          answer.lines.filter((line) => line.kind === kind).map((line) => line.amountCents);
        const due = share(planCents + activationCents + addOnCents, rate, 10_000);
        expect(of('tax')).toEqual(due > 0 ? [due] : []);
        expect(of('government_fee')).toEqual(lines > 0 ? [emergency * lines] : []);
      },
    ),
  );
});

test('the built-in tax is rounded half up at every fraction of a cent', async () => {
  const tax = builtInTax();
  const { zipCode, rate } = places.NY;
  // The rate shares no divisor with ten thousand: each rest comes once.
  for (let planCents = 0; planCents < 10_000; planCents += 1) {
    const { lines } = await tax.taxes({ zipCode, state: 'NY', planCents, activationCents: 0 });
    const due = lines.find((line) => line.kind === 'tax')?.amountCents ?? 0;
    if (due !== share(planCents, rate, 10_000)) expect([planCents, due]).toEqual([]);
  }
});
