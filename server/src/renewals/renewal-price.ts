import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { PrepayOffer } from '@portside/contract/prepay';
import type { StreetAddress } from '@portside/contract/street-address';
import type { PlanPrice } from '../checkout/plan-price.ts';
import { priceOf } from '../checkout/plan-price.ts';
import type { PromoOff } from '../promos/using.ts';
import { dollars } from '../money.ts';

/** A higher price is announced this long before it is charged (K07). */
export const TOLD_BEFORE = days(30);

export interface KnownPrice {
  lastCents: number;
  /** Undefined when the plan is off sale. */
  todayCents: number | undefined;
  told: readonly { cents: number; at: Date }[];
}

/**
 * Today's price; a higher one only when it was announced in time. A plan that is off sale keeps the
 * line's price.
 */
export function renewalCents({ lastCents, todayCents, told }: KnownPrice, now: Date): number {
  if (todayCents === undefined) return lastCents;
  if (todayCents <= lastCents) return todayCents;
  const inTime = told.filter((one) => later(one.at, TOLD_BEFORE) <= now);
  const allowed = Math.max(lastCents, ...inTime.map((one) => one.cents));
  return Math.min(todayCents, allowed);
}

/** The next price that was announced, and may not be charged yet. */
export function announcedPrice(
  known: KnownPrice,
  now: Date,
): { cents: number; from: Date } | undefined {
  const current = renewalCents(known, now);
  const days = known.told.map(({ at }) => later(at, TOLD_BEFORE)).filter((from) => from > now);
  return days
    .toSorted((a, b) => a.getTime() - b.getTime())
    .map((from) => ({ cents: renewalCents(known, from), from }))
    .find(({ cents }) => cents > current);
}

export function renewalBill(
  app: App,
  brand: Brand,
  plan: { retailName: string; cents: number },
  place: { zipCode: string; state: string; address?: StreetAddress },
  promo: PromoOff | undefined,
  term?: PrepayOffer,
): Promise<PlanPrice> {
  return priceOf(app, brand, {
    plan: { retailName: plan.retailName, retailPrice: dollars(plan.cents) },
    term,
    place,
    promo,
    first: false,
  });
}
