import type { register } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { No, refused, type Refused } from '../http/no.ts';
import { ownerOf, type Visitor } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { welcomeEmail } from './emails.ts';
import { setPassword } from './set-password.ts';
import { withMinimumTime } from './minimum-time.ts';
import { hashPassword } from './password.ts';
import { whyRefused } from './refused-passwords.ts';
import { confirmedOwner } from '../account/person.ts';
import { sendEmailCode } from '../account/confirm-email.ts';
import { knowsBrowser } from '../sessions/known-browsers.ts';

type Input = ParsedInputOf<typeof register>;

/**
 * Opens an account with password and session. A taken address gets the same answer: a second
 * account is opened and the owner gets an email (docs/decisions/0175). Only a browser known to one
 * of them is told.
 */
export async function registerCustomer(
  app: App,
  who: Visitor,
  input: Input,
): Promise<
  OutputOf<typeof register> | Refused<'email_taken' | 'password_leaked' | 'password_guessable'>
> {
  const no = whyRefused(app, who.brand, input.regPassword, input);
  if (no) return no;
  return withMinimumTime(app, async () => {
    if (await wasHereBefore(app, who, input.email)) return refused('email_taken');
    return openAccount(app, who, input, await hashPassword(app, input.regPassword));
  });
}

async function wasHereBefore(app: App, who: Visitor, email: string): Promise<boolean> {
  for (const { id } of await account.peopleAt(app.db.query, who.tenant, email)) {
    if (await knowsBrowser(app.db.query, who, id)) return true;
  }
  return false;
}

function openAccount(app: App, who: Visitor, input: Input, passwordHash: string) {
  const { tenant, brand, language } = who;
  return app.db.transaction(async (tx) => {
    const person = { ...input, emailVerified: false, language };
    const id =
      (await account.openAccount(app, tx, tenant, person)) ??
      (await account.openSecondAccount(app, tx, tenant, person));
    await setPassword(app, tx, ownerOf(tenant, id), passwordHash);
    const { token } = await sessions.openSession(app, tx, who, id, { by: 'registration' });
    const email = normalEmail(input.email);
    if (await isCodeSent(app, tx, who, { id, email, language })) {
      const isNew = !(await confirmedOwner(tx, tenant, email));
      if (isNew) await queueEmail(app, tx, brand, email, welcomeEmail(app, who));
    }
    return { token, message: say(language, 'Your account is ready.') };
  });
}

/** An address that gets too many of them is spared; a code can be asked for later. */
async function isCodeSent(
  app: App,
  tx: Tx,
  who: Visitor,
  person: { id: string; email: string; language: string },
): Promise<boolean> {
  try {
    await sendEmailCode(app, tx, who, person);
    return true;
  } catch (error) {
    if (error instanceof No && error.code === 'too_often') return false;
    throw error;
  }
}
