import { days } from '../clock.ts';

const DAY = days(1);
/** A period has so many. */
const PERIOD_DAYS = 30;

/** A time that is paid, and what was paid for the plan, in cents. */
export interface PaidTime {
  readonly number: number;
  readonly from: Date;
  readonly to: Date;
  readonly paidCents: number;
}

/** Whole 24-hour blocks that are still ahead. */
export function unusedDays({ from, to }: Pick<PaidTime, 'from' | 'to'>, at: Date): number {
  const ahead = to.getTime() - Math.max(from.getTime(), at.getTime());
  return Math.min(PERIOD_DAYS, Math.max(0, Math.floor(ahead / DAY)));
}

/** Rounded half up to the cent. */
export function unusedCents(time: PaidTime, at: Date): number {
  const value = time.paidCents * unusedDays(time, at);
  return Math.floor((2 * value + PERIOD_DAYS) / (2 * PERIOD_DAYS));
}

export interface Unused {
  readonly days: number;
  readonly cents: number;
  /** By the period's number. */
  readonly each: ReadonlyMap<number, number>;
}

/** Of all that is paid, also ahead. */
export function unusedOf(times: readonly PaidTime[], at: Date): Unused {
  const each = new Map(times.map((one) => [one.number, unusedCents(one, at)]));
  return {
    days: times.reduce((sum, one) => sum + unusedDays(one, at), 0),
    cents: Array.from(each.values()).reduce((sum, one) => sum + one, 0),
    each,
  };
}

/**
 * What is left of the unused days' value once the new plan is paid with it. A rest that is too small
 * for a card, and that the customer's credit does not cover, is made as large as a card needs, and
 * the difference is left as well.
 */
export function leftOver(sale: {
  grossCents: number;
  unusedCents: number;
  freeCreditCents: number;
  leastCents: number;
}): number {
  const { grossCents, unusedCents: unused, freeCreditCents, leastCents } = sale;
  if (unused >= grossCents) return unused - grossCents;
  const due = grossCents - unused;
  return due < leastCents && freeCreditCents < due ? leastCents - due : 0;
}
