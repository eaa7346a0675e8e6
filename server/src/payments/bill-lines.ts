import type { Quote } from '@portside/contract/checkout';
import { PERIOD_DAYS } from '@portside/contract/period-days';
import type { PrepayMonths } from '@portside/contract/prepay';
import { dollars } from '../money.ts';
import { say } from '../words/say.ts';
import { placeIn } from './places-in-spanish.ts';

export type BillKind = Quote['lines'][number]['kind'];

/** Cents; a discount is negative. `part`: which of several lines that were paid together, from 1 (P03). */
export type BillLine = { cents: number; part?: number } & (
  | { kind: 'plan'; name: string; months?: PrepayMonths }
  | { kind: 'add_on'; name: string }
  | { kind: 'discount'; code: string; every?: true }
  | { kind: 'activation' | 'credit' | 'credit_left' }
  | { kind: 'unused_days'; days: string }
  | { kind: 'company_fee'; company: string }
  | { kind: 'tax' | 'government_fee'; place: string }
  | { kind: 'other'; of: BillKind; text: string }
);

/** Periods that a plan's line pays for. */
export const monthsOf = (lines: readonly BillLine[]): number =>
  lines.find((one) => one.kind === 'plan')?.months ?? 1;

const sentences: Readonly<Record<BillLine['kind'], string>> = {
  plan: '{name}',
  add_on: '{name}',
  discount: 'Promo code {code}',
  activation: 'Activation fee',
  company_fee: 'Regulatory fee (charged by {company}, not a tax)',
  tax: '{place} sales tax',
  government_fee: '{place} 911 fee',
  unused_days: 'Credit for unused days of your old plan: {days}',
  credit: 'Credit',
  credit_left: 'Added to your credit',
  other: '{text}',
};

function sentenceOf(line: BillLine): string {
  if (line.kind === 'discount' && line.every) return 'Promo code {code}, off each payment';
  if (line.kind === 'plan' && line.months) return '{name}, {months} months ({days} days)';
  return sentences[line.kind];
}

export const kindOf = (line: BillLine): BillKind => (line.kind === 'other' ? line.of : line.kind);

export const labelOf = (line: BillLine, language: string): string =>
  say(language, sentenceOf(line), {
    ...line,
    ...('months' in line && { days: PERIOD_DAYS * line.months }),
    ...('place' in line && { place: placeIn(language, line.place) }),
  });

export const writeLines = (lines: readonly BillLine[], language: string): Quote['lines'] =>
  lines.map((line) => ({
    kind: kindOf(line),
    label: labelOf(line, language),
    amount: dollars(line.cents),
  }));
