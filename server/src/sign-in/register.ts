import type { register } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOf, type Visitor } from '../http/who.ts';
import { queueEmail } from '../emails/queue-email.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { welcomeEmail } from './emails.ts';
import { setPassword } from './set-password.ts';
import { withMinimumTime } from './minimum-time.ts';
import { hashPassword, passwordHolds } from './password.ts';
import { whyRefused } from './refused-passwords.ts';
import { confirmedOwner } from '../account/person.ts';
import { sendCodeIfAny } from '../account/confirm-email.ts';
import { isSameBrowser, whoKnowsBrowser } from '../sessions/known-browsers.ts';
import * as store from './store.ts';

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
    const own = await ownRegistration(app, who, app.db.query, input);
    if (own) return comeBack(app, who, own);
    if (await wasHereBefore(app, who, input.email)) {
      // Another try at the same time may have opened it between the two looks.
      const meanwhile = await ownRegistration(app, who, app.db.query, input);
      return meanwhile ? comeBack(app, who, meanwhile) : refused('email_taken');
    }
    return openAccount(app, who, input, await hashPassword(app, input.regPassword));
  });
}

const REPEATED_WITHIN = minutes(10);

/**
 * Who lost the answer registers again: the same password from the same browser, minutes later, is
 * the same account. Not with a second step, which a login asks for.
 */
async function ownRegistration(
  app: App,
  who: Visitor,
  db: Query,
  { email, regPassword }: Input,
): Promise<store.CredentialRow | undefined> {
  const since = later(app.clock.now(), -REPEATED_WITHIN);
  for (const { id, secondStep } of await account.peopleAt(db, who.tenant, email)) {
    const owner = ownerOf(who.tenant, id);
    const credential = secondStep ? undefined : await store.credentialOf(db, owner);
    if (!credential || credential.changed_at < since) continue;
    if (!(await isSameBrowser(db, who, owner))) continue;
    if (await passwordHolds(app, credential.password_hash, regPassword)) return credential;
  }
  return undefined;
}

function comeBack(app: App, who: Visitor, credential: store.CredentialRow) {
  return app.db.transaction(async (tx) => {
    if (!(await store.holdCredential(tx, credential))) return refused('email_taken');
    return opened(app, tx, who, credential.customer_id);
  });
}

async function opened(app: App, tx: Tx, who: Visitor, id: string, isNew = false) {
  const by = isNew ? 'registration' : 'password';
  const { token } = await sessions.openSession(app, tx, who, id, { by });
  return { token, message: say(who.language, 'Your account is ready.') };
}

async function wasHereBefore(app: App, who: Visitor, email: string): Promise<boolean> {
  const db = app.db.query;
  const people = await account.peopleAt(db, who.tenant, email);
  const ids = people.map(({ id }) => id);
  return (await whoKnowsBrowser(db, who, ids)).size > 0;
}

function openAccount(app: App, who: Visitor, input: Input, passwordHash: string) {
  const { tenant, brand, language } = who;
  return app.db.transaction(async (tx) => {
    // The answer may be lost while the first try still works.
    await store.lockRegistration(tx, tenant, normalEmail(input.email));
    const own = await ownRegistration(app, who, tx, input);
    if (own) return opened(app, tx, who, own.customer_id);
    const person = { ...input, emailVerified: false, language };
    const id =
      (await account.openAccount(app, tx, tenant, person)) ??
      (await account.openSecondAccount(app, tx, tenant, person));
    await setPassword(app, tx, ownerOf(tenant, id), passwordHash);
    const answer = await opened(app, tx, who, id, true);
    const email = normalEmail(input.email);
    if (await sendCodeIfAny(app, tx, who, { id, email, language })) {
      const isNew = !(await confirmedOwner(tx, tenant, email));
      if (isNew) await queueEmail(app, tx, brand, email, welcomeEmail(who));
    }
    return answer;
  });
}
