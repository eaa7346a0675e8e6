import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';

/** Its owner has so long after they were told that the line is paused. */
export const DAYS_TO_PAY = 7;

/** It went to who left its holder while it was paused (P05): what was owed is not theirs. */
export const DAYS_AFTER_MOVE = 30;

type Keeping = Pick<Brand, 'keptDaysBefore'> & { lines: Pick<Brand['lines'], 'keptDays'> };

/**
 * A line that was paused while numbers were kept for longer keeps what it was promised; one that was
 * paused before they are kept for longer gets the longer time (docs/decisions/0970).
 */
const keptDaysOf = ({ lines, keptDaysBefore }: Keeping, pausedAt: Date): number =>
  Math.max(
    lines.keptDays,
    ...keptDaysBefore.filter(({ until }) => pausedAt < until).map((one) => one.days),
  );

/**
 * When an unpaid line's number is given up (K06, docs/decisions/0740). Usually it is paused when the
 * paid time ends; later, if a payment was given back, or no worker ran.
 */
export function numberKeptUntil(
  brand: Keeping,
  { paidUntil, pausedAt, hasMoved }: { paidUntil: Date; pausedAt: Date; hasMoved?: boolean },
): Date {
  const keptDays = keptDaysOf(brand, pausedAt);
  const usual = later(paidUntil, days(keptDays));
  const first = hasMoved ? DAYS_AFTER_MOVE : Math.min(DAYS_TO_PAY, keptDays);
  const earliest = later(pausedAt, days(first));
  return usual > earliest ? usual : earliest;
}
