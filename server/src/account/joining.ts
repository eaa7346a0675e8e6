import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { No } from '../http/no.ts';
import * as store from './store.ts';
import type { Owner } from '../http/who.ts';

/**
 * Closes a second account of an address (docs/decisions/0175); what it has is moved later. False
 * when it is closed already, or the owner has changed.
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
 * Keeps the account open until the transaction ends. @throws No `unauthenticated` when it is closed
 */
export async function holdOpen(tx: Tx, owner: Owner): Promise<void> {
  if (!(await store.holdOpen(tx, owner.tenant, owner.customerId))) throw new No('unauthenticated');
}
