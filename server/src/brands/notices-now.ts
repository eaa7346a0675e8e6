import type { Language } from '@portside/contract/language';
import type { Brand, Notice } from './brands.ts';

/** Those for all, and with a ZIP code those about it. */
export function noticesNow({ notices }: Brand, now: Date, zipCode?: string): Notice[] {
  return notices.filter(
    ({ from, until, zipPrefix }) =>
      from <= now &&
      now < until &&
      (zipPrefix === null || (zipCode !== undefined && zipCode.startsWith(zipPrefix))),
  );
}

/** In the reader's language; in English where the brand has no other. */
export function noticeText({ texts }: Notice, language: string): { text: string; lang?: 'en' } {
  const own = texts[language as Language];
  return own === undefined ? { text: texts.en ?? '', lang: 'en' } : { text: own };
}

/** Of what public pages show: it changes at the moment at which a notice begins or ends. */
export const noticesVersion = (brand: Brand, now: Date): string =>
  noticesNow(brand, now)
    .map(({ id, changedAt }) => `${id}@${changedAt.getTime()}`)
    .join(' ');
