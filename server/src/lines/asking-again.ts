import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { activateLine } from './activation.ts';
import * as store from './owner-store.ts';

/** Whose lines of a brand these are, by the line's id. */
export async function ownersOfLines(
  db: Query,
  tenant: number,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.customersOf(db, tenant, lineIds);
  return new Map(rows.map((row) => [row.id, row.customer_id]));
}

/** The carrier is asked for the order's line once more. @returns false when none is unfinished */
export function askForLineAgain(app: App, orderId: string): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const lineId = await store.unfinishedOfOrder(tx, orderId);
    if (lineId === undefined) return false;
    await app.jobs.enqueue(tx, activateLine, { lineId });
    return true;
  });
}
