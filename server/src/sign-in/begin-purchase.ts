import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { normalEmail } from '@portside/contract/fields';
import type { beginPurchase as beginPurchaseCall } from '@portside/contract/sign-in';
import * as account from '../account/account.ts';
import type { Person } from '../account/person.ts';
import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOf, type Visitor } from '../http/who.ts';
import { whoKnowsBrowser } from '../sessions/known-browsers.ts';
import * as sessions from '../sessions/sessions.ts';
import { say } from '../words/say.ts';
import { withMinimumTime } from './minimum-time.ts';
import * as store from './store.ts';

type Begun = OutputOf<typeof beginPurchaseCall> | Refused<'email_taken'>;

/** After that, whoever lost the answer logs in with a code. */
const REPEATED_WITHIN = minutes(10);

/**
 * An account without a name or a password, for one purchase. An address that has an account gets
 * the same answer, as at registering: a second account, which the emailed code joins to it
 * (docs/decisions/0175). Only a browser that was in one of them is told.
 */
export async function beginPurchase(
  app: App,
  who: Visitor,
  { email }: ParsedInputOf<typeof beginPurchaseCall>,
): Promise<Begun> {
  return withMinimumTime(app, () =>
    app.db.transaction(async (tx) => {
      // The answer may be lost while the first try still works.
      await store.lockRegistration(tx, who.tenant, normalEmail(email));
      const known = await knownHere(tx, who, email);
      const own = known.find((one) => isJustBegun(app, one));
      if (own) return opened(app, tx, who, own.id);
      if (known.length > 0) return refused('email_taken');
      const { tenant, language } = who;
      const person = { firstName: '', lastName: '', email, emailVerified: false, language };
      const id =
        (await account.openAccount(app, tx, tenant, person)) ??
        (await account.openSecondAccount(app, tx, tenant, person));
      await account.notePassword(tx, ownerOf(tenant, id), false);
      return opened(app, tx, who, id);
    }),
  );
}

async function knownHere(db: Query, who: Visitor, email: string): Promise<Person[]> {
  const everyone = await account.everyoneAt(db, who.tenant, email);
  const ids = everyone.map(({ id }) => id);
  const known = await whoKnowsBrowser(db, who, ids);
  return everyone.filter(({ id }) => known.has(id));
}

function isJustBegun(app: App, person: Person): boolean {
  const since = later(app.clock.now(), -REPEATED_WITHIN);
  return !person.hasPassword && !person.emailVerified && person.createdAt >= since;
}

async function opened(app: App, tx: Tx, who: Visitor, id: string) {
  const { token } = await sessions.openSession(app, tx, who, id, { by: 'registration' });
  return { token, message: say(who.language, 'You can check out now.') };
}
