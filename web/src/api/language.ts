import type { UserInfo } from '@portside/contract/account';
import type { Call } from '@portside/contract/call';
import { LANGUAGE_COOKIE, type Language } from '@portside/contract/language';
import { cookieOf } from './cookie.ts';

const YEAR_S = 31_536_000;

export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

/** Undefined until somebody chooses. */
function chosenLanguage(): string | undefined {
  return cookieOf(document.cookie, LANGUAGE_COOKIE);
}

/** The account learns an explicit choice only: emails are in its language. */
export async function saveLanguage(user: UserInfo, language: Language, call: Call): Promise<void> {
  if (user.agent || user.language === language || chosenLanguage() !== language) return;
  const { chooseLanguage } = await import('@portside/contract/account');
  await call(chooseLanguage, { language }, { quiet: true }).catch(() => undefined);
}
