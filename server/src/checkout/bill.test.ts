import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billLines, discountOf } from './bill.ts';
import { sumUp } from '../payments/amounts.ts';
import { writeLines } from '../payments/bill-lines.ts';

const cents = fc.integer({ min: 0, max: 100_000 });

test('[D14] the final amount is order total + tax + regulatory fee + activation fee − discount, to the cent', () => {
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      cents,
      cents,
      fc.integer({ min: 0, max: 100 }),
      (plan, activation, regulatory, tax, fee, percent) => {
        const sums = sumUp(
          billLines({
            planName: 'Plan',
            planCents: plan,
            discountCents: discountOf(plan, percent),
            promoCode: 'CODE',
            activationCents: activation,
            regulatoryCents: regulatory,
            company: 'Harbor',
            taxes: [
              { kind: 'tax', place: 'New York', amountCents: tax, jurisdiction: 'NY' },
              { kind: 'government_fee', place: 'New York', amountCents: fee, jurisdiction: 'NY' },
            ],
          }),
        );
        expect(sums.finalCheckoutAmount).toBe(
          sums.orderTotal +
            sums.taxAmount +
            sums.regulatoryFee +
            sums.activationFee -
            sums.discountAmount,
        );
        expect(sums.finalCheckoutAmount).toBeGreaterThanOrEqual(0);
        expect(sums.taxAmount).toBe(tax + fee);
        expect(sums.regulatoryFee).toBe(regulatory);
      },
    ),
  );
});

test('the company’s own fee is named as such and is never among the taxes', () => {
  const lines = billLines({
    planName: 'Plan',
    planCents: 2500,
    discountCents: 0,
    promoCode: '',
    activationCents: 0,
    regulatoryCents: 199,
    company: 'Harbor',
    taxes: [],
  });
  expect(writeLines(lines, 'en')).toEqual([
    { kind: 'plan', label: 'Plan', amount: 25 },
    { kind: 'company_fee', label: 'Regulatory fee (charged by Harbor, not a tax)', amount: 1.99 },
  ]);
});
