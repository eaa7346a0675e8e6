import type { TaxLine } from '../adapters/tax/tax.ts';
import type { BillLine } from '../payments/payments.ts';

/**
 * The lines of a first bill, in the order they are shown. Whole cents. The company's own fee is
 * never among taxes, and never looks like one.
 */
export function billLines(parts: {
  planName: string;
  planCents: number;
  discountCents: number;
  promoCode: string;
  activationCents: number;
  regulatoryCents: number;
  company: string;
  taxes: readonly TaxLine[];
}): BillLine[] {
  const lines: BillLine[] = [
    { kind: 'plan', label: parts.planName, cents: parts.planCents },
    { kind: 'discount', label: `Promo code ${parts.promoCode}`, cents: -parts.discountCents },
    { kind: 'activation', label: 'Activation fee', cents: parts.activationCents },
    {
      kind: 'company_fee',
      label: `Regulatory fee (charged by ${parts.company}, not a tax)`,
      cents: parts.regulatoryCents,
    },
    ...parts.taxes.map((tax) => ({ kind: tax.kind, label: tax.label, cents: tax.amountCents })),
  ];
  return lines.filter((line) => line.cents !== 0 || line.kind === 'plan');
}

/** What a promo code takes off: whole cents, half up, never more than the plan. */
export function discountOf(planCents: number, percentOff: number): number {
  return Math.min(planCents, Math.round((planCents * percentOff) / 100));
}
