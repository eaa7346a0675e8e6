import { savePlan } from '@portside/contract/console/plans';
import { money } from '@portside/contract/formats';
import type { PrepayMonths, PrepayOffer } from '@portside/contract/prepay';
import { amountOf } from './money-words.ts';

export const prepayTerms = [3, 6, 12] as const satisfies readonly PrepayMonths[];

type PrepayName = `prepay ${PrepayMonths}`;

/** Prices as they are typed; empty: not offered. */
export type PrepayValues = Record<PrepayName, string>;

export const prepayName = (months: PrepayMonths): PrepayName => `prepay ${months}`;

export function prepayValues(offers: readonly PrepayOffer[] = []): PrepayValues {
  const typed = (months: PrepayMonths) =>
    offers.find((offer) => offer.months === months)?.price.toFixed(2) ?? '';
  return { 'prepay 3': typed(3), 'prepay 6': typed(6), 'prepay 12': typed(12) };
}

export const prepayOfValues = (values: PrepayValues): PrepayOffer[] =>
  prepayTerms
    .filter((months) => values[prepayName(months)].trim() !== '')
    .map((months) => ({ months, price: amountOf(values[prepayName(months)]) }));

/** What is wrong with a price, at its own field. */
export function prepayFaults(values: PrepayValues): Record<string, string> {
  const faults = prepayOfValues(values).flatMap((offer) => {
    const { error } = savePlan.input.shape.prepay.safeParse([offer]);
    const message = error?.issues[0]?.message;
    return message === undefined ? [] : [[prepayName(offer.months), message]];
  });
  return Object.fromEntries(faults);
}

export const prepayWords = (offers: readonly PrepayOffer[] = []): string =>
  offers.map(({ months, price }) => `${months} months: ${money(price)}`).join(', ') ||
  'Not offered';
