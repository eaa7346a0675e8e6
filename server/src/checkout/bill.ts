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

export function discountOf(planCents: number, percentOff: number): number {
  return Math.min(planCents, Math.round((planCents * percentOff) / 100));
}
