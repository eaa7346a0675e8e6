import type { Figures, viewToday as viewTodayCall } from '@portside/contract/console/today';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { dayInZone, dayLater } from '../brands/time-zone.ts';
import type { Staff } from '../http/who.ts';
import { dollars } from '../money.ts';
import { addCounts, countDays, type DayCounts } from './day-counts.ts';
import { COUNTED_AGAIN, firstDay } from './roll-up.ts';
import * as store from './store.ts';
import { waitAt } from './waits.ts';

export async function viewToday(
  app: App,
  who: Staff,
  asked: ParsedInputOf<typeof viewTodayCall>,
): Promise<OutputOf<typeof viewTodayCall>> {
  const { brand, tenant } = who;
  const db = app.db.query;
  const now = app.clock.now();
  const length = Number(asked.days);
  const today = dayInZone(now, brand.timeZone);
  const [from, earlier] = [dayLater(today, -length), dayLater(today, -2 * length)];
  const counted = await readDays(app, brand, earlier, today);
  const oldest = (await store.oldestDay(db, tenant)) ?? dayLater(today, -COUNTED_AGAIN);
  const first = await firstDay(db, brand);
  const isComplete = first === undefined || oldest <= first;
  // Before the shop's first day there was nothing to count.
  const isCounted = (day: string) => isComplete || day >= oldest;
  const between = (since: string, until: string) => {
    const days: DayCounts[] = [];
    for (let day = since; day < until; day = dayLater(day, 1)) {
      const counts = counted.get(day);
      if (counts) days.push(counts);
    }
    return addCounts(days);
  };
  const linesBefore = (day: string) =>
    isComplete ? store.linesBefore(db, tenant, day) : Promise.resolve(undefined);

  let alive = await linesBefore(from);
  const series = [];
  const ofPeriod = figuresOf(between(from, today), alive);
  for (let day = from; day <= today; day = dayLater(day, 1)) {
    const counts = counted.get(day) ?? addCounts([]);
    if (isCounted(day)) series.push({ on: day, figures: figuresOf(counts, alive) });
    if (alive !== undefined) alive += counts.activations - counts.ended;
  }
  return {
    days: length,
    from,
    to: dayLater(today, -1),
    timeZone: brand.timeZone,
    asOf: now.toISOString(),
    countedFrom: isCounted(earlier) ? null : oldest,
    now: isCounted(from) ? ofPeriod : unknownFigures,
    before: isCounted(earlier)
      ? figuresOf(between(earlier, from), await linesBefore(earlier))
      : unknownFigures,
    series,
  };
}

/** Those that are kept; today, and what nobody has counted yet of the last days, as of now. */
async function readDays(
  app: App,
  brand: Brand,
  from: string,
  today: string,
): Promise<Map<string, DayCounts>> {
  const db = app.db.query;
  const kept = await store.daysFrom(db, brand.client.mvnoId, from);
  let open = today;
  for (let back = 1; back <= COUNTED_AGAIN; back += 1) {
    const day = dayLater(today, -back);
    if (kept.has(day)) break;
    open = day;
  }
  return new Map([...kept, ...(await countDays(db, brand, open, today))]);
}

function figuresOf(counts: DayCounts, linesBefore: number | undefined): Figures {
  return {
    orders: counts.orders,
    newLines: counts.newLines,
    revenue: dollars(counts.cents),
    refunds: dollars(counts.refundCents),
    activations: counts.activations,
    renewalsDue: counts.renewalsDue,
    renewalsPaid: counts.renewalsPaid,
    autopayFailures: counts.autopayFailures,
    portInsCompleted: counts.completed,
    portInsRefused: counts.refused,
    portInsCancelled: counts.cancelled,
    portInsExpired: counts.expired,
    portInsFailed: counts.failed,
    waitMedian: waitAt(counts.waits, 0.5),
    waitP95: waitAt(counts.waits, 0.95),
    linesEnded: counts.ended,
    churn: linesBefore ? Math.round((10_000 * counts.ended) / linesBefore) / 100 : null,
  };
}

const unknownFigures: Figures = {
  orders: null,
  newLines: null,
  revenue: null,
  refunds: null,
  activations: null,
  renewalsDue: null,
  renewalsPaid: null,
  autopayFailures: null,
  portInsCompleted: null,
  portInsRefused: null,
  portInsCancelled: null,
  portInsExpired: null,
  portInsFailed: null,
  waitMedian: null,
  waitP95: null,
  linesEnded: null,
  churn: null,
};
