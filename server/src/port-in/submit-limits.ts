import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { PortInRow } from './store.ts';
import * as submits from './submit-store.ts';

/** Guessing a PIN takes thousands, correcting a mistake two or three. */
const A_DAY = 5;

/**
 * Counts customers' submits by number and by customer, in rows that all processes share. Orders'
 * submits are not counted. @returns false above the limit
 */
export async function countSubmit(app: App, tx: Tx, row: PortInRow): Promise<boolean> {
  const now = app.clock.now();
  await submits.lockSubmits(tx, row);
  if ((await submits.submitsSince(tx, row, later(now, -days(1)))) >= A_DAY) return false;
  await submits.insertSubmit(tx, row, now);
  return true;
}
