import type { I18n } from '@lingui/core';
import { money } from '@portside/contract/formats';
import { PERIOD_DAYS } from '@portside/contract/period-days';
import type { PrepayMonths, PrepayOffer } from '@portside/contract/prepay';

/** How long so many months are: `3 months (90 days)`. */
export const termWords = (i18n: I18n, months: PrepayMonths): string =>
  i18n.t('{months} months ({days} days)', { months, days: months * PERIOD_DAYS });

const centsOf = ({ price }: PrepayOffer): number => Math.round(price * 100);

/** What 30 days of it cost; "about" where cents do not come out even. */
export function eachWords(i18n: I18n, offer: PrepayOffer, language?: string): string {
  const each = centsOf(offer) / offer.months;
  const price = money(Math.round(each) / 100, language);
  return Number.isInteger(each)
    ? i18n.t('{price} each 30 days', { price })
    : i18n.t('about {price} each 30 days', { price });
}

/** The one whose 30 days cost least; undefined where none is below the plan's own price. */
export function cheapestOffer(
  offers: readonly PrepayOffer[] | undefined,
  monthly: number,
): PrepayOffer | undefined {
  return offers
    ?.filter((offer) => centsOf(offer) < Math.round(monthly * 100) * offer.months)
    .toSorted((a, b) => a.price / a.months - b.price / b.months)[0];
}
