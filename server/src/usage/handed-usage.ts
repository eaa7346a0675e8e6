import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { currentPeriod } from '../lines/periods.ts';
import type { Renewable } from '../lines/renewable.ts';
import { spentBefore } from './limits.ts';
import { spanOf } from './meters.ts';
import * as store from './store.ts';

export { readingsToGive } from './store.ts';

/**
 * What the line has used of its running period counts against the plan in the other account, too, with
 * what the carrier counts late: nothing is lost or counted twice. Nobody there sees its days, or more of
 * it than one sum (P06). Hold both lines' locks.
 */
export async function handUsage(
  app: App,
  tx: Tx,
  { from: old, to }: { from: Renewable; to: string },
): Promise<void> {
  const period = currentPeriod(old.periods, app.clock.now());
  if (period) await store.copyReadings(tx, { from: old.id, to }, spanOf(period));
}

/** Of the data that was bought beside the plan, what periods before the running one used. By its row. */
export async function usedOfBought(
  app: App,
  tx: Tx,
  { tenant }: Owner,
  { id: lineId, periods }: Renewable,
): Promise<ReadonlyMap<string, number>> {
  const period = currentPeriod(periods, app.clock.now());
  if (!period) return new Map();
  const { planId, from, to } = period;
  return spentBefore(tx, { tenant, language: 'en' }, [{ lineId, planId, from, to }]);
}
