import type { login, logout } from '@portside/contract/sign-in';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { Refused, refused } from '../http/no.ts';
import { type Customer, ownerOf, type Visitor } from '../http/who.ts';
import * as limits from '../limits/limits.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { comeIn } from './arrival.ts';
import { withMinimumTime } from './minimum-time.ts';
import { passwordHolds } from './password.ts';
import * as store from './store.ts';
import type { Person } from '../account/person.ts';

type SignedIn = OutputOf<typeof login>;

/** Same answer and time for an unknown address and a wrong password. */
export async function logIn(
  app: App,
  who: Visitor,
  input: ParsedInputOf<typeof login>,
): Promise<SignedIn | Refused<'wrong_login' | 'second_step_required'>> {
  const people = await account.peopleAt(app.db.query, who.tenant, input.email);
  // The number of hashes shows how many accounts there are: only a confirmed sole owner may see it.
  const isTheirs = people.every((one) => one.emailVerified);
  return withMinimumTime(
    app,
    () => logInAsOneOf(people, app, who, input.password),
    (answer) => isTheirs && !(answer instanceof Refused && answer.reason === 'wrong_login'),
  );
}

async function logInAsOneOf(
  people: readonly Person[],
  app: App,
  who: Visitor,
  password: string,
): Promise<SignedIn | Refused<'wrong_login' | 'second_step_required'>> {
  const credential = await rightCredential(app, who, people, password);
  if (!credential) return refused('wrong_login');
  const { emailVerified } = people.find((one) => one.id === credential.customer_id) ?? {};
  return app.db.transaction(async (tx) => {
    if (!(await store.holdCredential(tx, credential))) return refused('wrong_login');
    const way = await comeIn(app, tx, who, credential.customer_id, 'password');
    if (way instanceof Refused) return way;
    const answer = { ...way, message: say(who.language, 'You’re logged in.') };
    // The opener of this account may be guessing at the owner's.
    return emailVerified ? answer : limits.forgivesNothing(answer);
  });
}

/** Without any account it takes as long as with one. */
async function rightCredential(
  app: App,
  who: Visitor,
  people: readonly Person[],
  password: string,
): Promise<store.CredentialRow | undefined> {
  for (const id of people.length > 0 ? people.map((one) => one.id) : ['']) {
    const credential = await store.credentialOf(app.db.query, ownerOf(who.tenant, id));
    const holds = await passwordHolds(app, credential?.password_hash, password);
    if (credential && holds) return credential;
  }
  return undefined;
}

export async function logOut(app: App, who: Customer): Promise<OutputOf<typeof logout>> {
  await sessions.endOwnSession(app, who);
  return { message: say(who.language, 'You’re logged out.') };
}
