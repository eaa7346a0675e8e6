import type { TaxLine } from '../adapters/tax/tax.ts';
import type { PrepayMonths } from '@portside/contract/prepay';
import type { BillLine } from '../payments/bill-lines.ts';

/** In the order shown, in cents. The company's own fee must not look like a tax. */
export function billLines(parts: {
  planName: string;
  planCents: number;
  /** That it is for at once; 30 days without. */
  months?: PrepayMonths | undefined;
  discountCents: number;
  promoCode: string;
  /** The code comes off each payment. */
  everyPeriod?: boolean | undefined;
  activationCents: number;
  regulatoryCents: number;
  company: string;
  taxes: readonly TaxLine[];
}): BillLine[] {
  const lines: BillLine[] = [
    {
      kind: 'plan',
      name: parts.planName,
      cents: parts.planCents,
      ...(parts.months && { months: parts.months }),
    },
    {
      kind: 'discount',
      code: parts.promoCode,
      cents: -parts.discountCents,
      ...(parts.everyPeriod && { every: true }),
    },
    { kind: 'activation', cents: parts.activationCents },
    { kind: 'company_fee', company: parts.company, cents: parts.regulatoryCents },
    ...parts.taxes.map(taxLine),
  ];
  return lines.filter((line) => line.cents !== 0 || line.kind === 'plan');
}

const sold: ReadonlySet<BillLine['kind']> = new Set(['plan', 'discount', 'add_on']);

/** A plan's bill with what else it buys: after the plan, in the order it is added, the taxes together. */
export function withAddOns(bill: readonly BillLine[], addOns: readonly BillLine[]): BillLine[] {
  const at = bill.findLastIndex(({ kind }) => sold.has(kind)) + 1;
  const bought = addOns.filter(({ kind }) => kind === 'add_on');
  const lines = [...bill.slice(0, at), ...bought, ...bill.slice(at)];
  for (const tax of addOns.filter(({ kind }) => kind !== 'add_on')) {
    const same = lines.findIndex((line) => isSame(line, tax));
    const line = lines[same];
    if (line) lines[same] = { ...line, cents: line.cents + tax.cents };
    else lines.push(tax);
  }
  return lines;
}

const isSame = (one: BillLine, other: BillLine) =>
  JSON.stringify({ ...one, cents: 0 }) === JSON.stringify({ ...other, cents: 0 });

export function taxLine({ kind, name, place, amountCents: cents }: TaxLine): BillLine {
  return name === undefined
    ? { kind, place, cents }
    : { kind: 'other', of: kind, text: name, cents };
}

/** Never more than the plan's price. */
export function discountOf(
  planCents: number,
  { percentOff, centsOff }: { percentOff?: number | null; centsOff?: number | null },
): number {
  const wished = centsOff ?? Math.round((planCents * (percentOff ?? 0)) / 100);
  return Math.min(planCents, wished);
}
