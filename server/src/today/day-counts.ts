import type { Brand } from '../brands/brands.ts';
import { beginOfDay, dayLater, type DaySpan } from '../brands/time-zone.ts';
import type { Query } from '../db/database.ts';
import {
  countActivated,
  countEnded,
  countRenewalsDue,
  linesActivatedAtOnce,
} from '../lines/line-figures.ts';
import { chargesByDay, paidAt, refundsByDay } from '../payments/payment-figures.ts';
import { outcomesByDay } from '../port-in/port-in-figures.ts';
import { addWaits, stepOfWait, type Waits } from './waits.ts';

/** What adds up over days. */
export interface DayCounts {
  readonly orders: number;
  readonly newLines: number;
  readonly cents: number;
  readonly refundCents: number;
  readonly activations: number;
  readonly renewalsDue: number;
  readonly renewalsPaid: number;
  readonly autopayFailures: number;
  readonly completed: number;
  readonly refused: number;
  readonly cancelled: number;
  readonly expired: number;
  readonly failed: number;
  readonly ended: number;
  readonly waits: Waits;
}

const nothing: DayCounts = {
  orders: 0,
  newLines: 0,
  cents: 0,
  refundCents: 0,
  activations: 0,
  renewalsDue: 0,
  renewalsPaid: 0,
  autopayFailures: 0,
  completed: 0,
  refused: 0,
  cancelled: 0,
  expired: 0,
  failed: 0,
  ended: 0,
  waits: {},
};

export function addCounts(days: readonly DayCounts[]): DayCounts {
  const sum: Record<string, unknown> = { ...nothing };
  for (const name of Object.keys(nothing) as (keyof DayCounts)[]) {
    sum[name] =
      name === 'waits'
        ? addWaits(days.map(({ waits }) => waits))
        : days.reduce((total, day) => total + day[name], 0);
  }
  return sum as unknown as DayCounts;
}

/** From the rows themselves, by indexes of time. A few days at once, so that few rows are read. */
export async function countDays(
  db: Query,
  brand: Brand,
  from: string,
  to: string,
): Promise<Map<string, DayCounts>> {
  const { timeZone } = brand;
  const span: DaySpan = {
    tenant: brand.client.mvnoId,
    timeZone,
    from: beginOfDay(from, timeZone),
    before: beginOfDay(dayLater(to, 1), timeZone),
  };
  const counted = new Map<string, Record<string, unknown>>();
  for (let day = from; day <= to; day = dayLater(day, 1)) counted.set(day, { ...nothing });
  const add = (day: string, counts: Partial<DayCounts>) =>
    Object.assign(counted.get(day) ?? {}, counts);

  for (const { day, renewals: renewalsPaid, ...counts } of await chargesByDay(db, span)) {
    add(day, { ...counts, renewalsPaid });
  }
  for (const { day, cents: refundCents } of await refundsByDay(db, span)) add(day, { refundCents });
  for (const [day, activations] of await countActivated(db, span)) add(day, { activations });
  for (const [day, ended] of await countEnded(db, span)) add(day, { ended });
  for (const [day, renewalsDue] of await countRenewalsDue(db, span)) add(day, { renewalsDue });
  for (const { day, outcome, count } of await outcomesByDay(db, span)) {
    add(day, { [outcome === 'action_needed' ? 'refused' : outcome]: count });
  }
  for (const [day, waits] of await countWaits(db, span)) add(day, { waits });
  return counted as unknown as Map<string, DayCounts>;
}

async function countWaits(db: Query, span: DaySpan): Promise<Map<string, Waits>> {
  const lines = await linesActivatedAtOnce(db, span);
  const orders = lines.map(({ orderId }) => orderId);
  const paid = orders.length > 0 ? await paidAt(db, span.tenant, orders) : new Map<string, Date>();
  const waits = new Map<string, Record<string, number>>();
  for (const { day, orderId, at } of lines) {
    const since = paid.get(orderId);
    if (!since) continue;
    const step = stepOfWait((at.getTime() - since.getTime()) / 1000);
    const ofDay = waits.get(day) ?? {};
    ofDay[step] = (ofDay[step] ?? 0) + 1;
    waits.set(day, ofDay);
  }
  return waits;
}
