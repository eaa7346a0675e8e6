import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedInputOf } from '@portside/contract/endpoint';
import type { Meter, Usage, viewUsage as viewUsageCall } from '@portside/contract/usage';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { App } from '../app.ts';
import { hours, later, seconds } from '../clock.ts';
import { notFound } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import type { PeriodOfLine } from '../lines/line-now.ts';
import type { Period } from '../lines/periods.ts';
import { type Renewable, viewRenewable } from '../lines/renewable.ts';
import { limitsOf, limitsOfAll } from './limits.ts';
import { daysOf, metersOf, spanOf } from './meters.ts';
import { overWords } from './over-words.ts';
import { AFTER_TROUBLE, LOOK_EVERY, readUsage } from './read-usage.ts';
import * as store from './store.ts';

const OLD = hours(6);
/** Whoever reloads the page asks the carrier no more often. */
const FRESH = seconds(15);
const LONGEST_WAIT_MS = 1_500;
const SHOWN = 4;

/** K11. @throws No `not_found`, also for another customer's line */
export async function viewUsage(
  app: App,
  who: Customer,
  { id, period: back = 0 }: ParsedInputOf<typeof viewUsageCall>,
): Promise<Usage> {
  const db = app.db.query;
  const line = await viewRenewable(db, who, id);
  if (!line) throw notFound();
  await lookAgain(app, who, line);
  const now = app.clock.now();
  const { userSince } = line;
  // One that was cut before it began has no days, and what was over before they used it is another’s.
  const begun = line.periods
    .filter(({ from, to }) => from <= now && from < to && !(userSince && to <= userSince))
    .toReversed();
  const periods = Math.min(begun.length, SHOWN);
  const period = begun[back];
  if (!period && back > 0) throw notFound();
  const look = await store.lookOf(db, id);
  const told = {
    asOf: look?.as_of?.toISOString() ?? null,
    isOld: Boolean(look?.as_of && later(look.as_of, OLD) < now),
    periods,
  };
  if (!period) return { ...told, meters: [], days: [] };
  const readings = await store.readingsOf(db, id, spanOf(period));
  const until = now < period.to ? now : later(period.to, -1);
  const { timeZone } = who.brand;
  // The days before are another customer’s.
  const all = [period.from, line.hereSince, userSince].flatMap((one) => (one ? Number(one) : []));
  const since = new Date(Math.max(...all));
  return {
    ...told,
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    meters: await meters(app, who, id, { period, readings }),
    days: daysOf(
      readings.filter((one) => one.starts_at >= since),
      { from: since, until, timeZone },
    ),
  };
}

async function meters(
  app: App,
  { tenant, language, brand }: Customer,
  lineId: string,
  { period, readings }: { period: Period; readings: readonly store.Reading[] },
): Promise<Meter[]> {
  const limits = await limitsOf(app.db.query, { tenant, language }, lineId, period);
  const { slowedTo } = limits;
  const { timeZone } = brand;
  const runs = period.to > app.clock.now();
  return metersOf(readings, limits).map((meter) => {
    const isOver = runs && meter.limit !== undefined && meter.used >= meter.limit;
    if (!isOver) return meter;
    const over = overWords(meter.kind, { slowedTo, until: period.to }, { language, timeZone });
    return { ...meter, over };
  });
}

/**
 * Asks the carrier if that was a while ago. A slow answer is not waited for: it is stored when it
 * comes, and the page told.
 */
async function lookAgain(app: App, { tenant }: Customer, line: Renewable): Promise<void> {
  if (line.status !== 'active' || !line.mdn) return;
  const now = app.clock.now();
  const time = { now, before: later(now, -FRESH), next: later(now, LOOK_EVERY) };
  const row = { line_id: line.id, tenant_id: tenant };
  if (!(await store.claimLook(app.db.query, row, time))) return;
  const reading = readUsage(app, line.id).catch(async (error: unknown) => {
    if (!(error instanceof OutsideFailure)) throw error;
    await store.setNextLook(app.db.query, [line.id], later(now, AFTER_TROUBLE));
  });
  reading.catch((error: unknown) => app.log.warn({ error }, 'usage could not be read'));
  await Promise.race([reading, sleep(LONGEST_WAIT_MS, undefined, { ref: false })]);
}

/** Of one period of each line, by the line, as the carrier last told it. */
export async function dataOf(
  app: App,
  { tenant, language }: Customer,
  periods: readonly PeriodOfLine[],
): Promise<ReadonlyMap<string, { used: number; limit?: number }>> {
  if (periods.length === 0) return new Map();
  const db = app.db.query;
  const [limits, sums] = await Promise.all([
    limitsOfAll(db, { tenant, language }, periods),
    store.sumsOf(
      db,
      periods.map((one) => ({ lineId: one.lineId, ...spanOf(one) })),
    ),
  ]);
  const sumsOf = Map.groupBy(sums, (one) => one.line_id);
  return new Map(
    [...limits].flatMap(([lineId, ofLine]) => {
      const data = metersOf(sumsOf.get(lineId) ?? [], ofLine).find(({ kind }) => kind === 'data');
      if (!data) return [];
      const { used, limit } = data;
      return [[lineId, { used, ...(limit !== undefined && { limit }) }] as const];
    }),
  );
}

/**
 * Megabytes that the plan did not have: they came out of what was bought beside it and holds now, in
 * this period, and in those before it.
 */
export async function dataBeyondPlan(
  app: App,
  { tenant, language }: Pick<Customer, 'tenant' | 'language'>,
  lineId: string,
  period: Period,
): Promise<number> {
  const db = app.db.query;
  const limits = await limitsOf(db, { tenant, language }, lineId, period);
  const now = app.clock.now();
  const spent = limits.addOns.reduce((sum, one) => sum + (one.until > now ? one.spent : 0), 0);
  if (limits.most.data === undefined || limits.extra === 0) return spent;
  const data = metersOf(await store.readingsOf(db, lineId, spanOf(period)), limits)[0];
  return spent + Math.max(0, (data?.used ?? 0) - (limits.most.data - limits.extra));
}
