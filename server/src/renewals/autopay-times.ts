import { createHash } from 'node:crypto';
import { days, hours, later, seconds } from '../clock.ts';
import { clockInZone, momentInZone } from '../brands/time-zone.ts';

const FROM_MINUTES = 9 * 60;
const WITHIN_SECONDS = hours(2) / seconds(1);
/** After the first try. */
const TRY_AGAIN = [days(1), days(3), days(5)];
/** Nothing is charged that was told later than this. */
const TOLD_BEFORE = days(3);
/** There is time for an email to be tried again. */
export const TELLS_BEFORE = TOLD_BEFORE + hours(2);
const CARD_TOLD_BEFORE = days(14);

/**
 * When autopay charges for what comes after a period: the last time between 9 and 11 in the brand's
 * time zone that is a whole day before it ends, each customer at their own time (K04): what their
 * lines are charged and told comes together.
 */
export function chargeTime(holder: string, endsAt: Date, timeZone: string): Date {
  const dayBefore = later(endsAt, -days(1));
  const local = clockInZone(dayBefore, timeZone);
  const share = createHash('sha256').update(holder).digest().readUInt32BE() / 2 ** 32;
  const onDay = (day: number) => {
    const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
    const nine = momentInZone({ year, month, day, minutes: FROM_MINUTES }, timeZone);
    return later(nine, seconds(Math.floor(share * WITHIN_SECONDS)));
  };
  const at = onDay(local.getUTCDate());
  return at <= dayBefore ? at : onDay(local.getUTCDate() - 1);
}

/** Of autopay that is turned on now: whoever does so after the usual hour wants the line to go on. */
export const chargeOnceOn = (usual: Date, now: Date): Date => (usual > now ? usual : now);

/** The planned time, or the first one of the customer that is late enough when its owner is told now. */
export function whenTold(holder: string, planned: Date, now: Date, timeZone: string): Date {
  const earliest = later(now, TOLD_BEFORE);
  return planned >= earliest
    ? planned
    : chargeTime(holder, later(earliest, days(2) + hours(1)), timeZone);
}

/** The try after so many, or nothing. */
export function nextTry(firstTriedAt: Date, tries: number): Date | undefined {
  const after = TRY_AGAIN[tries - 1];
  return after === undefined ? undefined : later(firstTriedAt, after);
}

/** The next email before a charge; nothing when both have their time behind them. */
export function nextAnnouncement(chargeAt: Date, now: Date): Date | undefined {
  return [CARD_TOLD_BEFORE, TELLS_BEFORE]
    .map((before) => later(chargeAt, -before))
    .find((at) => at > now);
}

/** Does a card, `MM/YY`, expire before that moment? It is good until the end of its month. */
export function expiresBefore(expiry: string, at: Date): boolean {
  const [month, year] = expiry.split('/').map(Number);
  if (!month || year === undefined) return false;
  return Date.UTC(2000 + year, month, 1) <= at.getTime();
}
