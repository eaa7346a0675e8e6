import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import { lineNoticed } from './carrier-notices.ts';
import * as clashStore from './number-clash-store.ts';
import * as store from './store.ts';

export { standingClashes } from './number-clash-store.ts';

/** Its number may be free now. */
export const finishLineJob = defineJob<{ lineId: string }>('finish-line', { atOnce: 4 });

/**
 * May a line have this number of the carrier's? Not while another one of ours has it, which probably
 * left the carrier unheard: the carrier is asked about that one, and an operator sees both. Once the
 * other one has ended, `finish-line` goes on with this one.
 */
export async function claimNumber(
  app: App,
  tx: Tx,
  line: Pick<store.LineRow, 'id' | 'tenant_id'>,
  mdn: string,
): Promise<boolean> {
  const { id: lineId, tenant_id: tenant } = line;
  const tenants = app.adapters.sharing('carrier', tenant);
  const holder = await store.livingLineOfNumber(tx, tenants, mdn);
  if (!holder || holder.id === lineId) return true;
  const about = { line_id: lineId, tenant_id: tenant, holder_id: holder.id, mdn };
  if (await clashStore.putClash(tx, { ...about, since: app.clock.now() })) {
    app.log.error({ lineId, holderId: holder.id }, 'the carrier gave a line another line’s number');
  }
  // It has another line now, so there is nothing to wait for before a second look.
  await app.jobs.enqueue(tx, lineNoticed, { tenant: holder.tenant_id, ref: mdn, seen: true });
  return false;
}

/** A line has ended, or has another number. */
export async function finishWaiting(app: App, tx: Tx, holderId: string): Promise<void> {
  for (const lineId of await clashStore.waitingFor(tx, holderId)) {
    await app.jobs.enqueue(tx, finishLineJob, { lineId });
  }
}
