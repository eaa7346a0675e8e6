import { normalEmail } from '@portside/contract/fields';
import type { Language } from '@portside/contract/language';
import * as account from '../account/account.ts';
import { noteConfirmed } from '../account/confirm-email.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { type Owner, ownerOf } from '../http/who.ts';
import * as sessions from '../sessions/sessions.ts';
import { removePassword } from './set-password.ts';
import * as store from './store.ts';

/** Of nobody's browser. */
const nowhere = { network: '', userAgent: '' };

/**
 * The account of an address that somebody has shown to read, who has no browser here: whose it is; a new
 * one, without a password; or one that was begun with it and never confirmed, from which whoever opened it is
 * shut out, as by an emailed login code. Whoever reads the address gets in by such a code.
 */
export async function accountOfReader(
  app: App,
  tx: Tx,
  { tenant, language }: { tenant: number; language: Language },
  typed: string,
): Promise<Owner> {
  const email = normalEmail(typed);
  await store.lockRegistration(tx, tenant, email);
  const person = await account.findPerson(tx, tenant, email);
  if (!person) {
    const fresh = { firstName: '', lastName: '', email, emailVerified: true, language };
    const id = await account.openAccount(app, tx, tenant, fresh);
    if (!id) throw new Error('Somebody else took the address at this moment');
    const owner = ownerOf(tenant, id);
    await account.notePassword(tx, owner, false);
    return owner;
  }
  const { owner } = person;
  const who = { tenant, customerId: person.id, ...nowhere };
  if (await noteConfirmed(app, tx, who, email)) {
    // The password first: it ends a login with it that is in progress.
    await removePassword(app, tx, owner);
    await sessions.endAllSessions(app, tx, owner);
  }
  return owner;
}
