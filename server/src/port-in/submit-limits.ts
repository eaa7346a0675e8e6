import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { PortInRow } from './store.ts';
import * as submits from './submit-store.ts';

/** Who tries out transfer PINs needs thousands; who puts a mistake right needs two or three. */
const A_DAY = 5;

/**
 * Counts a submit that a customer asks for, of this number and by this customer, in rows of ours:
 * whichever process is asked, they are counted together. What an order sends off is not counted.
 * @returns false when there were too many within a day
 */
export async function countSubmit(app: App, tx: Tx, row: PortInRow): Promise<boolean> {
  const now = app.clock.now();
  await submits.lockSubmits(tx, row);
  if ((await submits.submitsSince(tx, row, later(now, -days(1)))) >= A_DAY) return false;
  await submits.insertSubmit(tx, row, now);
  return true;
}
