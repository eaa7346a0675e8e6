import type { UserInfo } from '@portside/contract/account';
import type { Call } from '@portside/contract/call';
import { LANGUAGE_COOKIE, type Language } from '@portside/contract/language';
import { cookieOf } from './cookie.ts';

const YEAR_S = 31_536_000;

/** Remembers what the person chose, for the next visit to the front door. */
export function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}

/** What was chosen in this browser; undefined for somebody who never chose. */
function chosenLanguage(): string | undefined {
  return cookieOf(document.cookie, LANGUAGE_COOKIE);
}

/**
 * Emails are written in the language that the customer chose: where it is another one than the
 * account has, the account learns it. A page that was only looked at in a language says nothing.
 */
export async function saveLanguage(user: UserInfo, language: Language, call: Call): Promise<void> {
  if (user.agent || user.language === language || chosenLanguage() !== language) return;
  const { chooseLanguage } = await import('@portside/contract/account');
  await call(chooseLanguage, { language }, { quiet: true }).catch(() => undefined);
}
