import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import * as store from './store.ts';

/** Gives a customer a password; the one before is gone. */
export async function setPassword(
  app: App,
  tx: Query,
  tenant: number,
  customerId: string,
  passwordHash: string,
): Promise<void> {
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
  tx: Query,
  tenant: number,
  customerId: string,
): Promise<boolean> {
  if (!(await store.deleteCredential(tx, tenant, customerId))) return false;
  await account.notePassword(tx, tenant, customerId, false);
  return true;
}
