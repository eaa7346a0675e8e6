import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publishSim, type SimLine } from '../lines/sim-moves.ts';
import { noteActivity } from '../sessions/activity.ts';
import { phone } from '@portside/contract/phone';
import * as store from './store.ts';
import { syncNumberLockJob } from './sync-number-lock.ts';

/**
 * Whatever is off, or about to be, is on again, also while other work is under way. Hold the line.
 * @returns whether something was off or about to be
 */
export async function lockAgain(
  app: App,
  tx: Tx,
  line: SimLine,
  only = { sim: true, number: true },
): Promise<boolean> {
  const { id, owner, mdn } = line;
  const row = await store.locksOf(tx, id);
  const sim = only.sim && row?.sim_off_at instanceof Date;
  const number = only.number && row?.number_off_at instanceof Date;
  if (!sim && !number) return false;
  await store.saveLocks(
    tx,
    { line_id: id, tenant_id: owner.tenant },
    {
      ...(sim && { sim_off_at: null }),
      ...(number && { number_off_at: null, carrier_off: true }),
    },
  );
  const actor = { ...owner, network: '', userAgent: '' };
  if (sim) await noteActivity(app, tx, actor, 'sim_locked', { line: phone(mdn) });
  if (number) {
    await noteActivity(app, tx, actor, 'number_locked', { line: phone(mdn) });
    await app.jobs.enqueue(tx, syncNumberLockJob, { lineId: id });
  }
  await publishSim(app, tx, line);
  return true;
}

/** Both are on for a line that came from another account, whose owner had turned them off (P06). */
export async function lockHanded(
  app: App,
  tx: Tx,
  { tenant, lineId }: { tenant: number; lineId: string },
): Promise<void> {
  await store.saveLocks(tx, { line_id: lineId, tenant_id: tenant }, { carrier_off: true });
  await app.jobs.enqueue(tx, syncNumberLockJob, { lineId });
}
