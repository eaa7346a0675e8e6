import type { LineHandover } from '@portside/contract/line-handover-state';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { handoverOf } from './offering.ts';
import * as store from './store.ts';

/** Of a customer's lines those that are offered, or were handed over. */
export async function handoversOf(
  app: App,
  db: Query,
  owner: Owner,
): Promise<ReadonlyMap<string, LineHandover>> {
  const found = await store.standingOf(db, owner, app.clock.now());
  return new Map(found.map((row) => [row.line_id, handoverOf(row)]));
}

/** When accounts become one. An offer to oneself can't be accepted, and runs out. */
export const moveCustomer = (
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> => store.moveRows(tx, tenant, from, to);
