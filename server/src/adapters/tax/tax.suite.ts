import { stateOptions } from '@portside/contract/places';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaxPort } from './tax.ts';

const states = fc.constantFrom(...stateOptions.map((one) => one.value), 'ZZ', '');
const amounts = fc.integer({ min: 0, max: 1_000_000 });

/** What every tax adapter keeps. @param open the same service each time, with nothing kept */
export function taxSuite(name: string, open: () => TaxPort): void {
  describe(`tax by ${name}`, () => {
    test('[M12] every line is a positive number of whole cents, and names its place', async () => {
      const port = open();
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
      const port = open();
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
      expect(await open().taxes(asked)).toEqual(await open().taxes(asked));
    });

    test('[M09] what is for each line is owed for each line, and not for what is bought beside it', async () => {
      const port = open();
      const at = { zipCode: '10038', state: 'NY', planCents: 2000, activationCents: 0 };
      const sum = async (lines: number) =>
        (await port.taxes({ ...at, lines })).lines.reduce(
          (cents, one) => cents + one.amountCents,
          0,
        );
      const none = await sum(0);
      const each = (await sum(1)) - none;
      expect(each).toBeGreaterThan(0);
      expect(await sum(3)).toBe(none + 3 * each);
      const beside = { ...at, planCents: 0, addOnCents: 2000, lines: 0 };
      const taxes = (await port.taxes(beside)).lines.filter((line) => line.kind === 'tax');
      expect(taxes.length).toBeGreaterThan(0);
    });

    test('[M09] a sale and its return become final once, however often that is asked', async () => {
      const port = open();
      const sale = { zipCode: '10038', state: 'NY', planCents: 2800, activationCents: 200 };
      const at = new Date('2026-11-20T12:00:00Z');
      for (const kind of ['sale', 'return'] as const) {
        await port.draft({ id: `ord_suite.${kind}`, kind, at, sale });
        await port.commit(`ord_suite.${kind}`);
        await port.commit(`ord_suite.${kind}`);
      }
    });
  });
}
