import { days, later } from '../clock.ts';

/** Its owner has so long after they were told that the line is paused. */
const DAYS_TO_PAY = 7;

export const daysToPay = (keptDays: number): number => Math.min(DAYS_TO_PAY, keptDays);

/**
 * When an unpaid line's number is given up (K06, docs/decisions/0740). Usually it is paused when the
 * paid time ends; later, if a payment was given back, or no worker ran.
 */
export function numberKeptUntil(
  keptDays: number,
  { paidUntil, pausedAt }: { paidUntil: Date; pausedAt: Date },
): Date {
  const usual = later(paidUntil, days(keptDays));
  const earliest = later(pausedAt, days(daysToPay(keptDays)));
  return usual > earliest ? usual : earliest;
}
