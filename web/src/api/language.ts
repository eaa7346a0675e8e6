import { LANGUAGE_COOKIE, type Language } from '@portside/contract/language';

const YEAR_S = 31_536_000;

export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
