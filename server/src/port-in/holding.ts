import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { isUnderWay } from './progress.ts';
import * as store from './store.ts';
import { holderOf } from '../lines/incoming-number.ts';

interface Number {
  tenant: number;
  msisdn: string;
}

/** Who asks for a number: a customer if it is known, and the port-in that is to bring it. */
interface Asking {
  owner?: Owner | undefined;
  portInId?: string;
}

/** Why nobody else can have a number. */
export type Hold =
  | { reason: 'already_yours' | 'same_network' | 'pending_elsewhere' }
  | { reason: 'already_started'; portInId: string };

/**
 * Who has a number, or is getting it; undefined if nobody else does. Port-ins are read before the
 * lines: what came over in between is on its line when that is looked at.
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
    // It came over, and waits for a plan.
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

/**
 * The same, for whoever is about to take the number: until the transaction ends nobody else gets
 * an answer.
 */
export async function holdOfLocked(
  tx: Tx,
  number: Number,
  asking: Asking,
): Promise<Hold | undefined> {
  await store.lockNumber(tx, number.tenant, number.msisdn);
  return holdOf(tx, number, asking);
}
