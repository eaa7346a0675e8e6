import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publishLine } from './line-news.ts';
import { finishWaiting } from './number-clashes.ts';
import * as store from './store.ts';
import { syncCarrierJob } from './network-asks.ts';

/**
 * The line has another number now. If it was paused or ended meanwhile, the carrier may have been
 * told of the old one, so it is told again.
 */
export async function changeMdn(app: App, tx: Tx, lineId: string, mdn: string): Promise<void> {
  const line = await store.lockAnyLine(tx, lineId);
  if (!line) return;
  const isStopped = line.status === 'suspended' || line.status === 'ended';
  const untold = { carrier_suspended: false, released_at: null };
  await store.setLine(tx, lineId, { mdn, ...(isStopped && untold) });
  if (isStopped) await app.jobs.enqueue(tx, syncCarrierJob, { lineId });
  await finishWaiting(app, tx, lineId);
  await publishLine(app, tx, line, line.status);
}
