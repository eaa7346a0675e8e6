import type { PrepayMonths, PrepayOffer } from '@portside/contract/prepay';
import { cents, dollars } from '../money.ts';

/** What a plan costs for several months at once (P10). A month is a period of 30 days. */
export interface Prepay {
  readonly months: PrepayMonths;
  /** For all of them. */
  readonly cents: number;
}

export const prepayMonths: readonly PrepayMonths[] = [3, 6, 12];

export const inCents = ({ months, price }: PrepayOffer): Prepay => ({
  months,
  cents: cents(price),
});

export const inDollars = ({ months, cents: price }: Prepay): PrepayOffer => ({
  months,
  price: dollars(price),
});

/** As it is kept: the shortest first, and null for none. */
export function prepayOf(offers: readonly PrepayOffer[] = []): Prepay[] | null {
  if (offers.length === 0) return null;
  return offers.map(inCents).toSorted((one, other) => one.months - other.months);
}

/** What is wrong with a plan's offers: nobody pays more for paying early. */
export function dearOrTwice(monthCents: number, offers: readonly Prepay[]): string[] {
  const [months, dear] = [
    offers.map((one) => one.months),
    offers.filter((one) => one.cents > one.months * monthCents),
  ];
  const twice = months.filter((one, at) => months.indexOf(one) !== at);
  return [
    ...twice.map((one) => `${one} months has two prices`),
    ...dear.map((one) => `${one.months} months cost more than 30 days ${one.months} times`),
  ];
}
