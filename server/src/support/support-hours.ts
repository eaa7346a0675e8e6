import type { BrandSettings } from '@portside/contract/brand';
import { clockInZone, momentInZone } from '../brands/time-zone.ts';

type Brand = Pick<BrandSettings, 'support' | 'timeZone'>;

/** `backAt` is null while open, or without opening times. */
export function supportHours(brand: Brand, now: Date): { open: boolean; backAt: Date | null } {
  const { timeZone, support } = brand;
  const here = clockInZone(now, timeZone);
  const minutes = here.getUTCHours() * 60 + here.getUTCMinutes();
  const today = spansOf(support.opening, here);
  if (today.some(({ from, to }) => from <= minutes && minutes < to)) {
    return { open: true, backAt: null };
  }
  const [year, month] = [here.getUTCFullYear(), here.getUTCMonth()];
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = here.getUTCDate() + ahead;
    for (const { from } of spansOf(support.opening, new Date(Date.UTC(year, month, day)))) {
      const at = momentInZone({ year, month, day, minutes: from }, timeZone);
      if (at > now) return { open: false, backAt: at };
    }
  }
  return { open: false, backAt: null };
}

function spansOf(opening: Brand['support']['opening'], day: Date) {
  const weekday = day.getUTCDay() || 7;
  return opening
    .filter(({ days }) => days.includes(weekday))
    .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))
    .toSorted((a, b) => a.from - b.from);
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
