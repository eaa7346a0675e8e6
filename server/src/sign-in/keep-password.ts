import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Tx } from '../db/database.ts';
import * as store from './store.ts';

/**
 * The codes that were asked for while the old password held go with it. First of all: a login with
 * one of them, under way at this moment, comes before what its transaction does next.
 */
export async function endOldCodes(
  app: App,
  tx: Tx,
  tenant: number,
  customerId: string,
): Promise<void> {
  const { email: address } = await account.viewPerson(tx, tenant, customerId);
  for (const purpose of ['login', 'step_up'] as const) {
    await codes.cancelCodes(app, tx, { tenant, purpose, address });
  }
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
