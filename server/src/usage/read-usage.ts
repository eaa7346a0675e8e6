import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import type { UsageReport } from '../adapters/carrier/carrier-usage.ts';
import type { App } from '../app.ts';
import { days, hours, later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { lineOfNotice } from '../lines/active-lines.ts';
import { readersOf } from '../lines/told.ts';
import { currentPeriod } from '../lines/periods.ts';
import { holdLine, type OwnedRenewable, viewAnyRenewable } from '../lines/renewable.ts';
import { tellLimits } from './alerts.ts';
import { spanOf } from './meters.ts';
import * as store from './store.ts';

/** Well within the six hours after which a reading counts as old. */
export const LOOK_EVERY = hours(4);
export const AFTER_TROUBLE = minutes(15);
/** Carriers count roaming up to two days late. */
const LATE = days(3);
/** Four periods, the longest time that an unpaid number is kept as a rule, and some. */
const KEPT = days(200);
const AT_ONCE = 4;
const BATCH = 40;
/** Of one sweep: the next one goes on. */
const BUDGET_MS = 40_000;

/** Asks the carrier and stores the answer; harmless when repeated. @throws OutsideFailure */
export async function readUsage(app: App, lineId: string): Promise<void> {
  const db = app.db.query;
  const line = await viewAnyRenewable(db, lineId);
  if (line?.status === 'ended') await store.setNextLook(db, [lineId], null);
  if (line?.status !== 'active' || !line.mdn) return;
  const { carrier } = app.adapters.of(line.owner.tenant);
  if (!carrier.can.has('usage')) return;
  const look = await store.lookOf(db, lineId);
  const report = await carrier.usage({ msisdn: line.mdn }, since(app, line, look));
  await app.db.transaction((tx) => storeUsage(app, tx, line, report));
}

/** Not from before the line had the number; of one from another account, all of what runs. */
function since(app: App, line: OwnedRenewable, look: { as_of: Date | null } | undefined): Date {
  const oldest = later(app.clock.now(), -KEPT);
  const from = look?.as_of ? later(look.as_of, -LATE) : oldest;
  const [first] = line.periods;
  const began = first ? spanOf(first).from : oldest;
  return new Date(Math.max(from.getTime(), began.getTime(), oldest.getTime()));
}

/** An answer that was overtaken by a later one is dropped. */
export async function storeUsage(
  app: App,
  tx: Tx,
  { id, mdn: msisdn }: { id: string; mdn: string },
  { asOf, records }: UsageReport,
): Promise<void> {
  await holdLine(tx, id);
  const line = await viewAnyRenewable(tx, id);
  if (!line) return;
  const row = { line_id: id, tenant_id: line.owner.tenant };
  if (!(await store.noteRead(tx, row, asOf))) return;
  const period = currentPeriod(line.periods, app.clock.now());
  const before = period ? await store.readingsOf(tx, id, spanOf(period)) : [];
  const changed = await store.saveReadings(tx, { ...row, msisdn }, asOf, records);
  if (changed === 0) return;
  for (const { owner } of await readersOf(tx, line, 'use')) {
    await publish(app, tx, owner, { kind: 'usage', id, status: 'changed' });
  }
  if (!period) return;
  const after = await store.readingsOf(tx, id, spanOf(period));
  await tellLimits(app, tx, line, period, { before, after });
}

/** The carrier says that a line used much. @param about its number, or its activation's */
export async function usageNews(
  app: App,
  { msisdn: ref, tenant }: { msisdn: string; tenant?: number },
): Promise<void> {
  const line = await lineOfNotice(app, { ref, ...(tenant !== undefined && { tenant }) });
  if (line) await readUsage(app, line.id);
}

interface DueLine {
  readonly id: string;
  readonly tenant: number;
}

/** A few lines at a time, until nothing is due. A carrier in trouble is asked no more, the others are. */
export async function readDue(app: App): Promise<void> {
  const until = performance.now() + BUDGET_MS;
  const silent = new Set<CarrierPort>();
  while (performance.now() < until) {
    const now = app.clock.now();
    const due = await store.claimDue(app.db.query, { now, next: later(now, LOOK_EVERY) }, BATCH);
    const failed = await readAll(app, due, silent);
    if (failed.length > 0) {
      await store.setNextLook(app.db.query, failed, later(now, AFTER_TROUBLE));
    }
    if (due.length < BATCH) return;
  }
}

/**
 * @param silent carriers that did not answer: they are added
 * @returns lines that their carrier did not answer for, or was not asked about after that
 */
async function readAll(
  app: App,
  due: readonly DueLine[],
  silent: Set<CarrierPort>,
): Promise<string[]> {
  const failed: string[] = [];
  const waiting = due.values();
  const readers = Array.from({ length: AT_ONCE }, async () => {
    for (const { id, tenant } of waiting) {
      const { carrier } = app.adapters.of(tenant);
      try {
        if (!silent.has(carrier)) await readUsage(app, id);
        else failed.push(id);
      } catch (error) {
        if (error instanceof OutsideFailure) {
          silent.add(carrier);
          failed.push(id);
        } else app.log.warn({ error, id }, 'usage could not be stored yet');
      }
    }
  });
  await Promise.all(readers);
  return failed;
}

export const enlistActive = (app: App) =>
  store.enlist(app.db.query, app.clock.now(), LOOK_EVERY / 4);

export const dropOld = (app: App) =>
  store.dropReadings(app.db.query, later(app.clock.now(), -KEPT));
