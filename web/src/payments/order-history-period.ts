/** Empty is "All" (D17). */
export interface Period {
  /** `1` to `12`. */
  readonly month: string;
  readonly year: string;
}

export const allTime: Period = { month: '', year: '' };

const YEARS = 12;

/** This year and eleven before it, or, with `future`, after it (D17). */
export function yearChoices(now: Date, timeZone: string, future = false): string[] {
  const present = presentYear(now, timeZone);
  return Array.from({ length: YEARS }, (_, at) => String(present + (future ? at : -at)));
}

export function monthChoices(language: string): { value: string; label: string }[] {
  const names = new Intl.DateTimeFormat(`${language}-US`, { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: names.format(Date.UTC(2024, at)),
  }));
}

/** A month without a year is this year's; clearing the year clears it. */
export function changePeriod(
  period: Period,
  change: Partial<Period>,
  now: Date,
  timeZone: string,
): Period {
  const next = { ...period, ...change };
  if (!next.month || next.year) return next;
  return change.year === ''
    ? { ...next, month: '' }
    : { ...next, year: String(presentYear(now, timeZone)) };
}

const presentYear = (now: Date, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(now));
