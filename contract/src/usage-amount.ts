import type { Meter } from './usage.ts';

const formats = new Map<string, Intl.NumberFormat>();

function inUnit(value: number, unit: string, language: string): string {
  const locale = language.includes('-') ? language : `${language}-US`;
  const key = `${locale} ${unit}`;
  const known = formats.get(key);
  const style = unit && ({ style: 'unit', unit, unitDisplay: 'long' } as const);
  const isData = unit.endsWith('byte');
  const format =
    known ??
    new Intl.NumberFormat(locale, {
      maximumFractionDigits: unit === 'gigabyte' ? 2 : 0,
      ...style,
      ...(isData && { unitDisplay: 'short' }),
    });
  formats.set(key, format);
  return format.format(value);
}

/** `850 MB`, `9.75 GB`, `3 minutes`, `20`. Never more than was used: 9,999 MB are not 10 GB. */
export function usageAmount(amount: number, unit: Meter['unit'], language = 'en-US'): string {
  if (unit === 'messages') return inUnit(amount, '', language);
  if (unit === 'minutes') return inUnit(amount, 'minute', language);
  if (amount < 1) return inUnit(amount > 0 ? 1 : 0, 'megabyte', language);
  if (amount < 1000) return inUnit(Math.floor(amount), 'megabyte', language);
  return inUnit(Math.floor(amount / 10) / 100, 'gigabyte', language);
}
