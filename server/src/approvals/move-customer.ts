import type { Tx } from '../db/database.ts';
import * as store from './store.ts';

export { isGivingAsked } from './store.ts';

/** What was given, or waits, is the other account's from then on. */
export const moveCustomer = (
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> => store.moveApprovals(tx, tenant, from, to);
