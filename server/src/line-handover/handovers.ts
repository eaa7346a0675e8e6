import type { LineHandover } from '@portside/contract/line-handover-state';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { handoverOf, isOpen } from './offering.ts';
import * as store from './store.ts';

/** Of a customer's lines those that are offered, or were handed over. */
export async function handoversOf(
  app: App,
  db: Query,
  owner: Owner,
): Promise<ReadonlyMap<string, LineHandover>> {
  const found: [string, LineHandover][] = [];
  for (const row of await store.standingOf(db, owner)) {
    if (row.state === 'accepted' || (await isOpen(app, db, row)))
      found.push([row.line_id, handoverOf(row)]);
  }
  return new Map(found);
}

/** When accounts become one. An offer to oneself can't be accepted, and runs out. */
export const moveCustomer = (
  tx: Tx,
  { tenant, from, to }: { tenant: number; from: string; to: string },
): Promise<void> => store.moveRows(tx, tenant, from, to);
