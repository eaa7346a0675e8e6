import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import { detachCard } from './cards.ts';
import * as cardStore from './card-store.ts';
import * as chargeStore from './charge-store.ts';
import * as strayStore from './stray-store.ts';
import * as transactionStore from './transaction-store.ts';

/** An open payment may still use a dropped card. */
const CARDS_KEPT_SECONDS = 86_400;

/**
 * In transactions that lock the orders. Saved cards belong to the closed account's record at the
 * provider and are dropped.
 */
export async function moveCustomer(
  app: App,
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> {
  await chargeStore.moveCharges(tx, tenant, from, to);
  await transactionStore.moveTransactions(tx, tenant, from, to);
  await strayStore.moveStrays(tx, tenant, from, to);
  const closed = ownerOfRow({ tenant_id: tenant, customer_id: from });
  await cardStore.lockCards(tx, closed);
  for (const { ref } of await cardStore.dropCardsOf(tx, closed)) {
    await app.jobs.enqueue(tx, detachCard, { ref, tenant }, { after: CARDS_KEPT_SECONDS });
  }
}
