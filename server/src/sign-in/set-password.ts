import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import { cancelChallenges } from './challenge.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';

/**
 * The codes that were asked for while the old password held, and the logins that wait for their
 * second step, go with it. First of all: a login with
 * one of them, under way at this moment, comes before what its transaction does next.
 */
export async function endOldCodes(
  app: App,
  tx: Tx,
  tenant: number,
  customerId: string,
): Promise<void> {
  const person = await viewPerson(tx, tenant, customerId);
  if (person.holdsEmail) {
    await codes.cancelCodes(app, tx, { tenant, purpose: 'login', address: person.email });
  }
  // Entered in an account beside this one, they lead into it.
  if (person.emailVerified) {
    await codes.cancelCodes(app, tx, { tenant, purpose: 'verify_email', address: person.email });
  }
  await codes.cancelCodes(app, tx, { tenant, purpose: 'step_up', subject: customerId });
  await cancelChallenges(tx, tenant, customerId);
}

/** Gives a customer a password; the one before is gone, and the codes of its time. */
export async function setPassword(
  app: App,
  tx: Tx,
  tenant: number,
  customerId: string,
  passwordHash: string,
): Promise<void> {
  await endOldCodes(app, tx, tenant, customerId);
  await store.saveCredential(tx, {
    customer_id: customerId,
    tenant_id: tenant,
    password_hash: passwordHash,
    changed_at: app.clock.now(),
  });
  await account.notePassword(tx, tenant, customerId, true);
}

/** Takes a customer's password away; codes and passkeys open the account still. False without one. */
export async function removePassword(
  app: App,
  tx: Tx,
  tenant: number,
  customerId: string,
): Promise<boolean> {
  await endOldCodes(app, tx, tenant, customerId);
  if (!(await store.deleteCredential(tx, tenant, customerId))) return false;
  await account.notePassword(tx, tenant, customerId, false);
  return true;
}
