import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import * as payments from '../payments/moving.ts';
import * as store from './store.ts';
import * as promos from '../promos/using.ts';

/**
 * Settling and refunding lock the order and read its customer from the row, so they run before or
 * after this.
 */
export async function moveCustomer(
  app: App,
  tx: Tx,
  accounts: { tenant: number; from: string; to: string },
): Promise<void> {
  const { tenant, from, to } = accounts;
  await store.moveOrders(tx, tenant, from, to);
  await promos.moveCustomer(tx, accounts);
  await payments.moveCustomer(app, tx, accounts);
}
