import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { isUnderWay } from './progress.ts';
import * as store from './store.ts';
import { holderOf } from '../lines/incoming-number.ts';

interface Number {
  tenant: number;
  msisdn: string;
}

interface Asking {
  owner?: Owner | undefined;
  portInId?: string;
}

export type Hold =
  | { reason: 'already_yours' | 'same_network' | 'pending_elsewhere' }
  | { reason: 'already_started'; portInId: string };

/**
 * Who has or is getting a number. Port-ins are read before lines, so that one that arrives in
 * between is found.
 */
export async function holdOf(
  db: Query,
  { tenant, msisdn }: Number,
  { owner, portInId }: Asking,
): Promise<Hold | undefined> {
  const rows = await store.portInsOfNumber(db, tenant, msisdn);
  const others = rows.filter((row) => row.id !== portInId);
  const isOwn = (holder: string | null) => owner !== undefined && holder === owner.customerId;
  for (const row of others) {
    const own = isOwn(row.customer_id);
    if (row.status === 'completed' && row.line_id === null) {
      return { reason: own ? 'already_yours' : 'same_network' };
    }
    if (own && (isUnderWay(row.status) || row.status === 'action_needed')) {
      return { reason: 'already_started', portInId: row.id };
    }
    if (isUnderWay(row.status)) return { reason: 'pending_elsewhere' };
  }
  const holder = await holderOf(db, tenant, msisdn);
  if (!holder) return undefined;
  return { reason: isOwn(holder.customerId) ? 'already_yours' : 'same_network' };
}

export async function holdOfLocked(
  tx: Tx,
  number: Number,
  asking: Asking,
): Promise<Hold | undefined> {
  await store.lockNumber(tx, number.tenant, number.msisdn);
  return holdOf(tx, number, asking);
}
