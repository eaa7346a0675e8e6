/** The first language's sentences are the ids of all words. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Set only when a person chooses a language. */
export const LANGUAGE_COOKIE = 'language';

/** English is at the specification's paths, Spanish under `/es`. */
export const baseOf = (language: Language) => (language === 'en' ? '' : `/${language}`);

/** `/es/shop` is Spanish, `/esim` is not. */
export function languageOfPath(pathname: string): Language {
  return /^\/es(?:\/|$)/.test(pathname) ? 'es' : 'en';
}

/** `/es/shop` is `/shop`. */
export function barePath(pathname: string): string {
  return pathname.slice(baseOf(languageOfPath(pathname)).length) || '/';
}

/** `/shop` in Spanish is `/es/shop`, `/` is `/es`. */
export function pathIn(language: string, path: string): string {
  const base = language === 'es' ? baseOf(language) : '';
  return base + path.replace(/^\/(?=$|[?#])/, base ? '' : '/');
}
