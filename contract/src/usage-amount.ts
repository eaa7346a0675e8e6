import { dataAmount } from './formats.ts';
import type { Meter } from './usage.ts';

/** `850 MB`, `9.75 GB`, `3 minutes`, `20`. Never more than was used: 9,999 MB are not 10 GB. */
export function usageAmount(amount: number, unit: Meter['unit'], language = 'en-US'): string {
  if (unit === 'MB') return dataAmount(roundedDown(amount), language);
  const locale = language.includes('-') ? language : `${language}-US`;
  const long = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, unit === 'minutes' ? long : {}).format(amount);
}

function roundedDown(megabytes: number): number {
  if (megabytes >= 1000) return Math.floor(megabytes / 10) * 10;
  return megabytes > 0 ? Math.max(1, Math.floor(megabytes)) : 0;
}
