import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import * as payments from '../payments/moving.ts';
import * as store from './store.ts';

/**
 * Orders of one account, and what was paid for them, are another's from here on. Whoever settles or
 * refunds one holds it, and knows its customer from the row: before this, or after it.
 */
export async function moveCustomer(
  app: App,
  tx: Tx,
  accounts: { tenant: number; from: string; to: string },
): Promise<void> {
  const { tenant, from, to } = accounts;
  await store.moveOrders(tx, tenant, from, to);
  await payments.moveCustomer(app, tx, accounts);
}
