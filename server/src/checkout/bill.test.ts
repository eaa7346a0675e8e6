import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billLines, discountOf, taxLine, withAddOns } from './bill.ts';
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
            discountCents: discountOf(plan, { percentOff: percent }),
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

test('[K10] add-ons stand after the plan and its discount, and their taxes are the plan’s', () => {
  const plan = { kind: 'plan', name: 'Skiff', cents: 1200 } as const;
  const discount = { kind: 'discount', code: 'CODE', cents: -120 } as const;
  const fee = { kind: 'company_fee', company: 'Harbor', cents: 149 } as const;
  const addOn = { kind: 'add_on', name: '2 GB', cents: 500 } as const;
  const tax = (place: string, amountCents: number) =>
    taxLine({ kind: 'tax', place, amountCents, jurisdiction: place });
  const ny = { kind: 'tax', place: 'NY', amountCents: 7, jurisdiction: 'NY' } as const;
  const named = taxLine({ ...ny, name: 'MTA tax' });
  expect(named).toEqual({ kind: 'other', of: 'tax', text: 'MTA tax', cents: 7 });
  const bill = [plan, discount, fee, tax('NY', 90)];
  expect(withAddOns(bill, [addOn, tax('NY', 40), tax('Kings', 3), named])).toEqual([
    plan,
    discount,
    addOn,
    fee,
    tax('NY', 130),
    tax('Kings', 3),
    named,
  ]);
  expect(withAddOns(bill, [])).toEqual(bill);
});
