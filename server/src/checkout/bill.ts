import type { TaxLine } from '../adapters/tax/tax.ts';
import type { BillLine } from '../payments/bill-lines.ts';

/** In the order shown, in cents. The company's own fee must not look like a tax. */
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
    { kind: 'plan', name: parts.planName, cents: parts.planCents },
    { kind: 'discount', code: parts.promoCode, cents: -parts.discountCents },
    { kind: 'activation', cents: parts.activationCents },
    { kind: 'company_fee', company: parts.company, cents: parts.regulatoryCents },
    ...parts.taxes.map(taxLine),
  ];
  return lines.filter((line) => line.cents !== 0 || line.kind === 'plan');
}

function taxLine({ kind, name, place, amountCents: cents }: TaxLine): BillLine {
  return name === undefined
    ? { kind, place, cents }
    : { kind: 'other', of: kind, text: name, cents };
}

export function discountOf(planCents: number, percentOff: number): number {
  return Math.min(planCents, Math.round((planCents * percentOff) / 100));
}
