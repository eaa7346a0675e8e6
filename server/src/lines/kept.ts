import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import * as store from './kept-store.ts';
import { lockAnyLine } from './store.ts';

export { isKeptLine } from './kept-store.ts';

/** Once it is kept it is kept since then. Takes the line first. */
export async function noteKept(
  app: App,
  tx: Tx,
  { tenant, lineId }: { tenant: number; lineId: string },
): Promise<void> {
  await lockAnyLine(tx, lineId);
  await store.insertKept(tx, { line_id: lineId, tenant_id: tenant, since: app.clock.now() });
}

/** Harmless when it is not kept. */
export async function dropKept(tx: Tx, lineId: string): Promise<void> {
  await lockAnyLine(tx, lineId);
  await store.deleteKept(tx, lineId);
}

export const keptSince = async (db: Query, lineId: string): Promise<Date | undefined> =>
  (await store.keptSinceOf(db, lineId))?.since;

/** To act on it ask under the line's lock. */
export const isKept = async (db: Query, lineId: string): Promise<boolean> =>
  (await store.keptSinceOf(db, lineId)) !== undefined;
