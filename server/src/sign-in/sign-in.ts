import type { login, logout, register } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { postLetter } from '../letters/letters.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { comeIn } from './arrival.ts';
import { welcomeLetter } from './emails.ts';
import { setPassword } from './keep-password.ts';
import { whyRefused } from './refused-passwords.ts';
import { hashPassword, passwordHolds } from './password.ts';
import * as store from './store.ts';

export { createCrmTicket } from './crm-entry.ts';
export { setPassword } from './keep-password.ts';
export { owners } from './owners.ts';
export { hashPassword } from './password.ts';

type SignedIn = OutputOf<typeof login>;

/** Opens an account, its password and a session, and writes two letters: welcome, and a code. */
export async function registerCustomer(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof register>,
): Promise<SignedIn | Refused<'email_taken' | 'password_leaked' | 'password_guessable'>> {
  const no = whyRefused(app, who.brand, input.regPassword, input);
  if (no) return no;
  const passwordHash = await hashPassword(input.regPassword);
  return app.db.transaction(async (tx) => {
    const customerId = await account.openAccount(app, tx, who.tenant, {
      ...input,
      emailVerified: false,
      language: who.language,
    });
    if (!customerId) return refused('email_taken');
    await setPassword(app, tx, who.tenant, customerId, passwordHash);
    const way = { by: 'registration' } as const;
    const { token } = await sessions.openSession(app, tx, who, customerId, way);
    const email = normalEmail(input.email);
    await postLetter(app, tx, who.brand, email, welcomeLetter(app, who, input.firstName));
    await account.sendEmailCode(app, tx, who, {
      ...{ ...input, id: customerId, email },
      language: who.language,
    });
    return { token, message: say(who.language, 'Your account is ready.') };
  });
}

/** The answer, and the work it takes, are the same for an unknown address and a wrong password. */
export async function logIn(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof login>,
): Promise<SignedIn | Refused<'wrong_login'>> {
  const person = await account.findPerson(app.db.query, who.tenant, input.email);
  const credential = await store.credentialOf(app.db.query, who.tenant, person?.id ?? '');
  const holds = await passwordHolds(credential?.password_hash, input.password);
  if (!person || !credential || !holds) return refused('wrong_login');
  return app.db.transaction(async (tx) => {
    // It may have been changed since: who has the old one stays out.
    if (!(await store.holdCredential(tx, credential))) return refused('wrong_login');
    const { token } = await comeIn(app, tx, who, person.id, 'password');
    return { token, message: say(who.language, 'You’re logged in.') };
  });
}

/** Ends the session that made the call. */
export async function logOut(app: App, who: Customer): Promise<OutputOf<typeof logout>> {
  await sessions.endOwnSession(app, who);
  return { message: say(who.language, 'You’re logged out.') };
}
