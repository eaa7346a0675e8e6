import { stateOptions } from '@portside/contract/places';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaxPort } from './tax.ts';

const states = fc.constantFrom(...stateOptions.map((one) => one.value), 'ZZ', '');
const amounts = fc.integer({ min: 0, max: 1_000_000 });

/** What every tax adapter keeps. */
export function taxSuite(name: string, port: TaxPort): void {
  describe(`tax by ${name}`, () => {
    test('every line is a positive number of whole cents, and names its place', async () => {
      await fc.assert(
        fc.asyncProperty(states, amounts, amounts, async (state, planCents, activationCents) => {
          const asked = { zipCode: '10038', state, planCents, activationCents };
          for (const line of (await port.taxes(asked)).lines) {
            expect(Number.isSafeInteger(line.amountCents)).toBe(true);
            expect(line.amountCents).toBeGreaterThan(0);
            expect(line.place).not.toBe('');
            expect(line.name).not.toBe('');
            expect(line.jurisdiction).not.toBe('');
          }
        }),
      );
    });

    test('a higher price is never taxed less, and a tax is never more than the price', async () => {
      await fc.assert(
        fc.asyncProperty(states, amounts, amounts, async (state, planCents, more) => {
          const taxOf = async (cents: number) => {
            const asked = { zipCode: '10038', state, planCents: cents, activationCents: 0 };
            const { lines } = await port.taxes(asked);
            return lines
              .filter((line) => line.kind === 'tax')
              .reduce((sum, line) => sum + line.amountCents, 0);
          };
          const tax = await taxOf(planCents);
          expect(tax).toBeLessThanOrEqual(planCents);
          expect(await taxOf(planCents + more)).toBeGreaterThanOrEqual(tax);
        }),
      );
    });

    test('the same question has the same answer', async () => {
      const asked = { zipCode: '10038', state: 'NY', planCents: 2849, activationCents: 500 };
      expect(await port.taxes(asked)).toEqual(await port.taxes(asked));
    });
  });
}
