import type { SimType } from '@portside/contract/lines';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import * as store from './store.ts';
import { suspensionsOf } from './suspension.ts';

export { linesPaidFor } from './paid-for-store.ts';

/** What staff need of a line whose payment is disputed. */
export interface PaidLine {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly simType: SimType;
  readonly activatedAt: Date | null;
  /** By staff. */
  readonly paused: boolean;
}

export async function paidLine(
  db: Query,
  owner: Owner,
  by: { lineId: string } | { orderId: string },
): Promise<PaidLine | undefined> {
  const row = await ('lineId' in by
    ? store.lineOf(db, owner, by.lineId)
    : store.lineOfOrder(db, owner, by.orderId));
  if (!row) return undefined;
  return {
    id: row.id,
    number: row.mdn,
    status: row.status,
    simType: row.sim_type,
    activatedAt: row.activated_at,
    paused: (await suspensionsOf(db, row.id)).includes('by_operator'),
  };
}
