import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { days, later } from '../clock.ts';
import type { StreetAddress } from '@portside/contract/street-address';
import type { PlanPrice } from '../checkout/plan-price.ts';
import { priceOf } from '../checkout/plan-price.ts';
import { dollars } from '../money.ts';

/** A higher price is told so long before it is charged (K07). */
const TOLD_BEFORE = days(30);

/** What is known of a plan's price when a line of it is renewed. Whole cents. */
export interface KnownPrice {
  /** The plan's price when the line was last paid for. */
  lastCents: number;
  /** Its price today; nothing when the plan is off sale. */
  todayCents: number | undefined;
  /** The prices that the customer was told of, and when. */
  told: readonly { cents: number; at: Date }[];
}

/**
 * What a line's plan costs from then on: today's price, but one that has risen only when it was told
 * in time, and of a plan that is off sale the one that the line has.
 */
export function renewalCents({ lastCents, todayCents, told }: KnownPrice, now: Date): number {
  if (todayCents === undefined) return lastCents;
  if (todayCents <= lastCents) return todayCents;
  const inTime = told.filter((one) => later(one.at, TOLD_BEFORE) <= now);
  const allowed = Math.max(lastCents, ...inTime.map((one) => one.cents));
  return Math.min(todayCents, allowed);
}

/** The bill of a period at the line's address: plan, fees and taxes. */
export function renewalBill(
  app: App,
  brand: Brand,
  plan: { retailName: string; cents: number },
  place: { zipCode: string; state: string; address?: StreetAddress },
): Promise<PlanPrice> {
  return priceOf(app, brand, {
    plan: { retailName: plan.retailName, retailPrice: dollars(plan.cents) },
    place,
    first: false,
  });
}
