import { dataAmount } from './formats.ts';
import type { Meter } from './usage.ts';

/** `850 MB`, `9.75 GB`, `3 minutes`, `20`. Never more than was used: 9,999 MB are not 10 GB. */
export function usageAmount(amount: number, unit: Meter['unit'], language = 'en-US'): string {
  if (unit === 'MB') return dataAmount(roundedDown(amount), language);
  const locale = language.includes('-') ? language : `${language}-US`;
  const long = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, unit === 'minutes' ? long : {}).format(amount);
}

/** So that both words make up the limit: 7.07 GB and 4.93 GB are 12 GB. */
export function usageLeft(
  { used, limit, unit }: { used: number; limit: number; unit: Meter['unit'] },
  language = 'en-US',
): string {
  const shown = unit === 'MB' ? roundedDown(used) : used;
  return usageAmount(Math.max(0, limit - shown), unit, language);
}

function roundedDown(megabytes: number): number {
  if (megabytes >= 1000) return Math.floor(megabytes / 10) * 10;
  return megabytes > 0 ? Math.max(1, Math.floor(megabytes)) : 0;
}
