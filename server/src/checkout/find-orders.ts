import type { Query } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import * as store from './store.ts';

/** For staff: an order by its id. Never of another brand. */
export async function findOrder(
  db: Query,
  tenant: number,
  id: string,
): Promise<{ id: string; owner: Owner; at: Date } | undefined> {
  const row = await store.anyOrder(db, id);
  if (!row || row.tenant_id !== tenant) return undefined;
  return { id, owner: ownerOfRow(row), at: row.created_at };
}
