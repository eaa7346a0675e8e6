import type { App } from '../app.ts';
import { hours, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { currentPeriod } from '../lines/periods.ts';
import type { Renewable } from '../lines/renewable.ts';
import { spanOf } from './meters.ts';
import * as store from './store.ts';

/** What was read last is no older. */
const READ_WITHIN = hours(6);

/** Of a line from another account nothing older is read, or shown day by day. */
export const readSince = ({ takenOverAt }: Pick<Renewable, 'takenOverAt'>): Date | undefined =>
  takenOverAt && later(takenOverAt, -READ_WITHIN);

/**
 * What the line has used of its running period counts against the plan in the other account, too: as one
 * sum for each kind, without its days (P06). Hold both lines' locks.
 */
export async function handUsage(
  app: App,
  tx: Tx,
  { tenant }: Owner,
  { from: old, to }: { from: Renewable; to: string },
): Promise<void> {
  const now = app.clock.now();
  const period = currentPeriod(old.periods, now);
  const until = readSince({ takenOverAt: now });
  if (!period || !until || period.from >= until) return;
  const readings = await store.readingsOf(tx, old.id, { from: spanOf(period).from, to: until });
  const sums = Map.groupBy(readings, ({ kind }) => kind);
  const records = [...sums].map(([kind, all]) => ({
    kind,
    from: period.from,
    amount: all.reduce((sum, one) => sum + one.amount, 0),
  }));
  const line = { line_id: to, tenant_id: tenant, msisdn: old.mdn };
  await store.saveReadings(tx, line, now, records);
}
