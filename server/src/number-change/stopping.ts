import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { endWork } from '../lines/line-work.ts';
import { noteChangeOver } from '../lines/network-asks.ts';
import { publishSim, type SimLine } from '../lines/sim-moves.ts';
import * as store from './store.ts';

/**
 * One that the carrier cannot know of; of any other it decides. Its line is locked. @returns whether
 * there was one
 */
export async function stopUnasked(app: App, tx: Tx, line: SimLine): Promise<boolean> {
  if (!(await store.stopUnasked(tx, line.id, app.clock.now()))) return false;
  await endWork(tx, line.id, 'number_change');
  await noteChangeOver(tx, line.id);
  await publishSim(app, tx, line);
  return true;
}

/** The carrier may have it already. */
export const isAtCarrier = async (app: App, lineId: string): Promise<boolean> =>
  (await store.askedChangeOf(app.db.query, lineId)) !== undefined;
