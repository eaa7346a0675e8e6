import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { No } from '../http/no.ts';
import * as store from './store.ts';

/**
 * Closes an account that was opened beside its owner's (docs/decisions/0175). What it has is brought
 * along later. False when somebody else has closed it, or the other one is not the owner's any more.
 */
export async function joinOwner(
  app: App,
  tx: Tx,
  tenant: number,
  accounts: { from: string; to: string; email: string },
): Promise<boolean> {
  return store.joinCustomer(tx, tenant, accounts, app.clock.now());
}

/**
 * For whoever writes something new for a customer: the account is open, and is not closed before the
 * transaction ends. @throws No `unauthenticated` when it is closed: so is the session that calls
 */
export async function holdOpen(tx: Tx, tenant: number, customerId: string): Promise<void> {
  if (!(await store.holdOpen(tx, tenant, customerId))) throw new No('unauthenticated');
}
