import { stateOptions } from '@portside/contract/places';
import { rateOf } from './state-rates.ts';
import type { TaxLine, TaxPort } from '../tax.ts';

/** An estimate from a table of the states; tax services answer by street address. */
export function builtInTax(): TaxPort {
  return {
    name: 'built-in',
    keepsSales: false,
    draft: async () => 0,
    commit: async () => {},
    async taxes({ state, planCents, activationCents, addOnCents = 0, lines: count = 1 }) {
      const { taxBasisPoints, fee911Cents } = rateOf(state);
      const place = stateOptions.find((one) => one.value === state)?.label ?? state;
      const lines: TaxLine[] = [
        {
          kind: 'tax',
          place,
          amountCents: shareOf(planCents + activationCents + addOnCents, taxBasisPoints),
          jurisdiction: state,
        },
        {
          kind: 'government_fee',
          place,
          amountCents: fee911Cents * count,
          jurisdiction: state,
        },
      ];
      return { lines: lines.filter((line) => line.amountCents > 0), estimated: true };
    },
  };
}

/** Half a cent rounds up. Integers only. */
function shareOf(cents: number, basisPoints: number): number {
  return Math.floor((Math.max(cents, 0) * basisPoints + 5000) / 10_000);
}
