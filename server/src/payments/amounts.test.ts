import { paymentLines } from '@portside/contract/payments';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentDetails, sumUp } from './amounts.ts';
import type { BillLine } from './bill-lines.ts';
import { writeReceipt } from './receipt.ts';
import type { ChargedRow } from './rows.ts';

const cents = fc.integer({ min: 0, max: 500_000 });
/** Every kind that adds to a bill, any number of times. */
const charged = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('plan', 'add_on'), name: fc.constant('Plan'), cents }),
    fc.record({ kind: fc.constant('activation'), cents }),
    fc.record({ kind: fc.constant('company_fee'), company: fc.constant('Us'), cents }),
    fc.record({ kind: fc.constantFrom('tax', 'government_fee'), place: fc.constant('NY'), cents }),
  ),
  { minLength: 1, maxLength: 8 },
) as fc.Arbitrary<BillLine[]>;

/** What is taken off may be more than what is to pay: the rest becomes credit. */
const bill = fc
  .tuple(charged, cents, cents, cents)
  .map(([lines, discount, unused, credit]): BillLine[] => {
    const total = (some: readonly BillLine[]) => some.reduce((sum, one) => sum + one.cents, 0);
    const off: BillLine[] = [
      { kind: 'discount', code: 'TEN', cents: -Math.min(discount, total(lines)) },
      { kind: 'unused_days', days: '3 days', cents: -unused },
    ];
    const open = total([...lines, ...off]);
    if (open < 0) return [...lines, ...off, { kind: 'credit_left', cents: -open }];
    return [...lines, ...off, { kind: 'credit', cents: -Math.min(credit, open) }];
  });

const inCents = (dollars: number) => Math.round(dollars * 100);

test('[D14] the lines of a payment add up to its final amount, whatever was charged and taken off', () => {
  fc.assert(
    fc.property(bill, (lines) => {
      const amounts = sumUp(lines);
      const details = paymentDetails(amounts, { network: 'visa', last4Digits: '4242' });
      const shown = paymentLines(details).reduce((sum, { amount }) => sum + inCents(amount), 0);
      expect(shown).toBe(inCents(details.finalCheckoutAmount ?? -1));
    }),
  );
});

test('[D14] so do the rows of its receipt', () => {
  fc.assert(
    fc.property(bill, (lines) => {
      const amounts = sumUp(lines);
      const row = {
        id: 'txn_1',
        kind: 'new_line',
        transaction_time: new Date(0),
        amounts,
        final_cents: amounts.finalCheckoutAmount,
        returned_cents: 0,
        last4_digits: '',
        network: null,
        item_name: 'Plan',
      } as unknown as ChargedRow;
      const seller = { company: 'Us', lines: [], timeZone: 'UTC' } as never;
      const receipt = writeReceipt(row, 'paid', {
        seller,
        customer: [],
        language: 'en',
        paidFor: new Map(),
        numbers: new Map(),
      });
      const valueOf = (text: string) => inCents(Number(text.replaceAll(/[$,]/g, '')));
      const rows = receipt.groups.flatMap((group) => group.rows);
      const sum = rows.reduce((all, [, value]) => all + valueOf(value), 0);
      expect(sum).toBe(valueOf(receipt.total[1]));
    }),
    { numRuns: 50 },
  );
});
