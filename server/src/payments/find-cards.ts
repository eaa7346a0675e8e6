import type { Query } from '../db/database.ts';
import * as store from './card-store.ts';

/** For staff: cards by their last four digits. Never of another brand. */
export async function findCards(
  db: Query,
  tenant: number,
  last4: string,
  limit: number,
): Promise<{ id: string; customerId: string }[]> {
  const rows = await store.cardsByLast4(db, tenant, last4, limit);
  return rows.map(({ id, customer_id: customerId }) => ({ id, customerId }));
}
