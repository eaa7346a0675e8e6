import { stateOptions } from '@portside/contract/places';
import { expect, test } from 'vitest';
import { builtInTax } from './tax.ts';
import { rateOf } from './state-rates.ts';
import { taxSuite } from '../tax.suite.ts';

const port = builtInTax();
taxSuite('the built-in table', () => port);

const ask = (state: string, planCents: number, activationCents = 0) =>
  port.taxes({ zipCode: '10038', state, planCents, activationCents });

test('New York: tax on plan and activation together, plus the 911 fee, estimated', async () => {
  expect(await ask('NY', 2800, 200)).toEqual({
    estimated: true,
    lines: [
      { kind: 'tax', place: 'New York', amountCents: 256, jurisdiction: 'NY' },
      { kind: 'government_fee', place: 'New York', amountCents: 120, jurisdiction: 'NY' },
    ],
  });
});

test('half a cent is rounded up, less is not', async () => {
  // Florida, 7 %: 50 cents give 3.5, 49 give 3.43.
  expect((await ask('FL', 50)).lines[0]?.amountCents).toBe(4);
  expect((await ask('FL', 49)).lines[0]?.amountCents).toBe(3);
});

test('a state without sales tax has its fee alone, an unknown one nothing', async () => {
  expect((await ask('OR', 2800)).lines).toMatchObject([
    { kind: 'government_fee', place: 'Oregon' },
  ]);
  expect((await ask('ZZ', 2800)).lines).toEqual([]);
});

test('the table knows every place of the address form', () => {
  const untaxed = stateOptions
    .map((one) => one.value)
    .filter((state) => rateOf(state).taxBasisPoints + rateOf(state).fee911Cents === 0);
  expect(untaxed).toEqual(['AS', 'AA', 'AE', 'AP']);
});
