import { chooseLanguage, type UserInfo, viewUser } from '@portside/contract/account';
import type { Call } from '@portside/contract/call';
import { LANGUAGE_COOKIE, type Language } from '@portside/contract/language';
import { cookieOf } from './cookie.ts';

/** Who is logged in. */
export async function viewPerson(call: Call, language: Language): Promise<UserInfo> {
  const user = await call(viewUser, {});
  void saveLanguage(user, language, call);
  return user;
}

/** The account learns an explicit choice only: emails are in its language. */
async function saveLanguage(user: UserInfo, language: Language, call: Call): Promise<void> {
  const chosen = cookieOf(document.cookie, LANGUAGE_COOKIE);
  if (user.agent || user.language === language || chosen !== language) return;
  await call(chooseLanguage, { language }, { quiet: true }).catch(() => undefined);
}
