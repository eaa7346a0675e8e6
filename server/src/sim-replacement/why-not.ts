import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { locksOf } from '../line-locks/line-locks.ts';
import type { SimLine } from '../lines/sim-moves.ts';
import { suspensionsOf } from '../lines/suspension.ts';

/**
 * Why a line gets no new SIM now: asked when it is wanted, and again when it begins. A blocked line
 * gets one, as its phone may be lost; one on hold, too.
 */
export async function whyNot(
  app: App,
  db: Query,
  { id, status, owner }: SimLine,
): Promise<'line_ended' | 'not_active' | 'sim_locked' | undefined> {
  if (status === 'ended') return 'line_ended';
  if (status !== 'active' && status !== 'suspended') return 'not_active';
  const reasons = await suspensionsOf(db, id);
  if (reasons.some((one) => one !== 'blocked' && one !== 'on_hold')) return 'not_active';
  const { sim } = await locksOf(app, db, { tenant: owner.tenant, lineId: id });
  return sim.on ? 'sim_locked' : undefined;
}
