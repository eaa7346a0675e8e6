/** The languages of the portal; the first one's sentences are the ids of all words. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The cookie that remembers what a person chose. It is set by that choice and by nothing else. */
export const LANGUAGE_COOKIE = 'language';

/** Where a language's pages begin: English at the specification's paths, Spanish under `/es`. */
export const baseOf = (language: Language) => (language === 'en' ? '' : `/${language}`);

/** The language of a path: `/es/shop` is Spanish, `/esim` is not. */
export function languageOfPath(pathname: string): Language {
  return /^\/es(?:\/|$)/.test(pathname) ? 'es' : 'en';
}

/** The path without its language: `/es/shop` is `/shop`. */
export function barePath(pathname: string): string {
  return pathname.slice(baseOf(languageOfPath(pathname)).length) || '/';
}

/** A bare path in a language: `/shop` in Spanish is `/es/shop`, `/` is `/es`. */
export function pathIn(language: string, path: string): string {
  const base = language === 'es' ? baseOf(language) : '';
  return base + path.replace(/^\/(?=$|[?#])/, base ? '' : '/');
}
