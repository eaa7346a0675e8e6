import { momentInZone } from '../time-zone.ts';

/**
 * The moment a month begins in a time zone. Month 12 is January of the year after.
 * @param month 0 to 12
 */
export function monthInZone(year: number, month: number, timeZone: string): Date {
  return momentInZone({ year, month, day: 1, minutes: 0 }, timeZone);
}
