export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Set only when a person chooses a language. */
export const LANGUAGE_COOKIE = 'language';

export const baseOf = (language: Language) => (language === 'en' ? '' : `/${language}`);

/** `/es/shop` is Spanish, `/esim` is not. */
export function languageOfPath(pathname: string): Language {
  return /^\/es(?:\/|$)/.test(pathname) ? 'es' : 'en';
}

export function barePath(pathname: string): string {
  return pathname.slice(baseOf(languageOfPath(pathname)).length) || '/';
}

export function pathIn(language: string, path: string): string {
  const base = language === 'es' ? baseOf(language) : '';
  return base + path.replace(/^\/(?=$|[?#])/, base ? '' : '/');
}
