import { beginOfDay, dayInZone, dayLater } from '../brands/time-zone.ts';

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];

/** Month, day, and since which year. */
const dated = [
  ['01-01', 0],
  ['06-19', 2021],
  ['07-04', 0],
  ['11-11', 0],
  ['12-25', 0],
] as const;

/** Month, weekday, and which one of the month; the last one is -1. */
const counted = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [5, MONDAY, -1],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const;

function countedDay(year: number, month: number, weekday: number, which: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const one = dayLater(first, (weekday - weekdayOf(first) + 7) % 7);
  if (which > 0) return dayLater(one, (which - 1) * 7);
  const fifth = dayLater(one, 28);
  return fifth.slice(0, 7) === first.slice(0, 7) ? fifth : dayLater(one, 21);
}

/** On the day that offices are closed for it. */
function observed(day: string): string {
  if (weekdayOf(day) === SATURDAY) return dayLater(day, -1);
  return weekdayOf(day) === SUNDAY ? dayLater(day, 1) : day;
}

/** Federal holidays (5 U.S.C. 6103), as observed. */
function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  // New Year on a Saturday is observed in the year before.
  const fixed = [year, year + 1].flatMap((one) =>
    dated.flatMap(([date, since]) => (one < since ? [] : [observed(`${one}-${date}`)])),
  );
  if (fixed.includes(day)) return true;
  return counted.some(([month, weekday, which]) => countedDay(year, month, weekday, which) === day);
}

export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && weekday !== SATURDAY && !isHoliday(day);
}

/** The last second of so many business days after that moment's day, by the shop's clock. */
export function endOfBusinessDays(at: Date, count: number, timeZone: string): Date {
  let day = dayInZone(at, timeZone);
  for (let left = count; left > 0;) {
    day = dayLater(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return new Date(beginOfDay(dayLater(day, 1), timeZone).getTime() - 1000);
}

/** When the business day before the one of that moment begins. */
export function businessDayBefore(at: Date, timeZone: string): Date {
  let day = dayLater(dayInZone(at, timeZone), -1);
  while (!isBusinessDay(day)) day = dayLater(day, -1);
  return beginOfDay(day, timeZone);
}
