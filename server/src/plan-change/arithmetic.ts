import { type PaidTime, unusedDays, valueOf } from '../lines/period-value.ts';

/** A time that is paid. */
type NumberedTime = PaidTime & { readonly number: number };

export interface Unused {
  readonly days: number;
  readonly cents: number;
  /** By the period's number. */
  readonly each: ReadonlyMap<number, number>;
}

/** Of all that is paid, also ahead. */
export function unusedOf(times: readonly NumberedTime[], at: Date): Unused {
  const each = new Map(times.map((one) => [one.number, valueOf(one, at).left]));
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
