import type { UsageRecord, UsageReport } from '../adapters/carrier/carrier-usage.ts';
import { rememberUsage } from '../adapters/carrier/sandbox/usage.ts';
import { settingsOf } from '../settings/adapter-settings.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, hours, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { storeUsage } from '../usage/read-usage.ts';

/** Undefined with a real carrier. */
export type DemoUsage = UsageReport | undefined;

/** Sunday to Saturday, more or less. */
const megabytes = [410, 210, 180, 240, 195, 230, 365];
/** Of the three periods before and the current one: none comes near the plan's 12 GB. */
const shares = [0.75, 1, 0.85, 0.95];
const MB = 1_000_000;

/** The simulated carrier counts a current period and the three before it. */
export async function saveDemoUsage(
  app: App,
  brand: Brand,
  line: { mdn: string; daysAgo: number },
): Promise<DemoUsage> {
  if (settingsOf(app.config.adapters, brand.id).carrier.kind !== 'sandbox') return undefined;
  const asOf = app.clock.now();
  const since = later(asOf, -days(line.daysAgo));
  const current = Math.floor(line.daysAgo / 30);
  const records: UsageRecord[] = [];
  for (let day = (current - 3) * 30; day < line.daysAgo; day += 1) {
    const share = shares[Math.floor(day / 30) - (current - 3)] ?? 1;
    const amount = Math.round((megabytes[day % 7] ?? 0) * share) + (day % 5) * 9;
    const from = later(since, days(day) + hours(1));
    records.push({ kind: 'data', from, amount: amount * MB });
    if (day % 6 === 0) {
      records.push({ kind: 'hotspot', from: later(from, hours(9)), amount: 85 * MB });
    }
  }
  await rememberUsage(app, line.mdn, records);
  return { asOf, records };
}

export async function seedUsage(
  app: App,
  tx: Tx,
  line: { id: string; mdn: string },
  used: DemoUsage,
): Promise<void> {
  if (used) await storeUsage(app, tx, line, used);
}
