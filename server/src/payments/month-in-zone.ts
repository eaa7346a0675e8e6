import { momentInZone } from '../brands/time-zone.ts';

/** @param month 0 to 12; 12 is the next January */
export function monthInZone(year: number, month: number, timeZone: string): Date {
  return momentInZone({ year, month, day: 1, minutes: 0 }, timeZone);
}
