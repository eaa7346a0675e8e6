import { days, later } from '../clock.ts';

const PAID_FOR = days(30);

/** A new line works from now on: what an order paid for begins with the day on which it does. */
export const firstPeriod = (now: Date) => ({
  status: 'active' as const,
  activated_at: now,
  paid_until: later(now, PAID_FOR),
});
