/**
 * Day and month may overflow, as in `Date.UTC`; an hour skipped by a clock change is the one after
 * it. @param month 0 to 11 @param minutes since midnight
 */
export function momentInZone(
  local: { year: number; month: number; day: number; minutes: number },
  timeZone: string,
): Date {
  const asUtc = Date.UTC(local.year, local.month, local.day, 0, local.minutes);
  // The zone's offset near that moment, then at the moment found.
  const guess = new Date(asUtc - zoneOffset(new Date(asUtc), timeZone));
  return new Date(asUtc - zoneOffset(guess, timeZone));
}

/** What a field for day and time has, `2026-11-25T19:30`; undefined for what is in no calendar. */
export function shopTime(text: string, timeZone: string): Date | undefined {
  const isZoned = /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const asUtc = new Date(isZoned ? text : `${text}Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  if (isZoned) return asUtc;
  const [year, month, day] = [asUtc.getUTCFullYear(), asUtc.getUTCMonth(), asUtc.getUTCDate()];
  const minutes = asUtc.getUTCHours() * 60 + asUtc.getUTCMinutes();
  return momentInZone({ year, month, day, minutes }, timeZone);
}

/** To make one takes longer than to use it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, made);
  return made;
}

/** As if the zone's clock were in UTC. */
export function clockInZone(at: Date, timeZone: string): Date {
  const parts = clockOf(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const [year, month, day] = [part('year'), part('month') - 1, part('day')];
  return new Date(Date.UTC(year, month, day, part('hour'), part('minute'), part('second')));
}

function zoneOffset(at: Date, timeZone: string): number {
  return clockInZone(at, timeZone).getTime() - Math.floor(at.getTime() / 1000) * 1000;
}

/** Whole days of a brand. */
export interface DaySpan {
  readonly tenant: number;
  readonly from: Date;
  readonly before: Date;
  readonly timeZone: string;
}

/** The date of a moment, as 2026-11-25. */
export const dayInZone = (at: Date, timeZone: string): string =>
  clockInZone(at, timeZone).toISOString().slice(0, 10);

export function dayLater(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10);
}

export function beginOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return momentInZone({ year, month: month - 1, day: date, minutes: 0 }, timeZone);
}
