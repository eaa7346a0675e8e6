import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { cancelChallenges } from './challenge.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import type { Owner } from '../http/who.ts';

/**
 * Ends codes and pending logins of the old password. Called first, so that a login in progress with
 * one of them is settled before what follows.
 */
export async function endOldCodes(app: App, tx: Tx, owner: Owner): Promise<void> {
  const { tenant, customerId } = owner;
  const person = await viewPerson(tx, owner);
  if (person.holdsEmail) {
    await codes.cancelCodes(app, tx, { tenant, purpose: 'login', address: person.email });
  }
  // Entered in a second account, such a code leads into this one.
  if (person.emailVerified) {
    await codes.cancelCodes(app, tx, { tenant, purpose: 'verify_email', address: person.email });
  }
  await codes.cancelCodes(app, tx, { tenant, purpose: 'step_up', subject: customerId });
  await cancelChallenges(tx, owner);
}

export async function setPassword(
  app: App,
  tx: Tx,
  owner: Owner,
  passwordHash: string,
): Promise<void> {
  await endOldCodes(app, tx, owner);
  await store.saveCredential(tx, {
    customer_id: owner.customerId,
    tenant_id: owner.tenant,
    password_hash: passwordHash,
    changed_at: app.clock.now(),
  });
  await account.notePassword(tx, owner, true);
}

export async function removePassword(app: App, tx: Tx, owner: Owner): Promise<boolean> {
  await endOldCodes(app, tx, owner);
  if (!(await store.deleteCredential(tx, owner))) return false;
  await account.notePassword(tx, owner, false);
  return true;
}
