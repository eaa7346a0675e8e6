import type { Query } from '../db/database.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import * as store from './store.ts';

export interface FoundPortIn {
  readonly id: string;
  readonly owner: Owner;
  readonly number: string;
}

/** For staff: by id or number; a browser's draft is nobody's yet. Never of another brand. */
export async function findPortIns(
  db: Query,
  tenant: number,
  by: { id: string } | { number: string },
): Promise<FoundPortIn[]> {
  const rows =
    'number' in by
      ? await store.portInsOfNumber(db, tenant, by.number)
      : [await store.anyPortIn(db, by.id)];
  return rows.flatMap((row) => {
    const owner = row?.tenant_id === tenant ? ownerOfRow(row) : undefined;
    return row && owner ? [{ id: row.id, owner, number: row.msisdn }] : [];
  });
}
