import { PERIOD_DAYS } from '@portside/contract/period-days';
import type { Query } from '../db/database.ts';
import { days } from '../clock.ts';
import * as periodStore from './period-store.ts';

/* The one account of what a period is worth. Cents of the plan's price, after its discount. */

const DAY = days(1);

export interface PaidTime {
  readonly from: Date;
  readonly to: Date;
  readonly paidCents: number;
  /** The plan's share of what went back of its payment. */
  readonly refundedCents?: number;
  /** What became credit, or paid for another plan. */
  readonly convertedCents?: number;
}

/** `paid = refunded + converted + consumed + left`. Each is in cents, and none is below zero. */
export interface PeriodValue {
  readonly paid: number;
  readonly refunded: number;
  readonly converted: number;
  readonly consumed: number;
  readonly left: number;
}

export function valueOf(time: PaidTime, at: Date): PeriodValue {
  const { paidCents: paid } = time;
  const refunded = Math.min(paid, time.refundedCents ?? 0);
  const converted = Math.min(paid - refunded, time.convertedCents ?? 0);
  const left = converted > 0 ? 0 : shareOf(paid - refunded, unusedDays(time, at));
  return { paid, refunded, converted, consumed: paid - refunded - converted - left, left };
}

/** Whole 24-hour blocks that are still ahead. */
export function unusedDays({ from, to }: Pick<PaidTime, 'from' | 'to'>, at: Date): number {
  const ahead = to.getTime() - Math.max(from.getTime(), at.getTime());
  return Math.min(PERIOD_DAYS, Math.max(0, Math.floor(ahead / DAY)));
}

/** Rounded half up to the cent. */
function shareOf(cents: number, unused: number): number {
  return Math.floor((2 * cents * unused + PERIOD_DAYS) / (2 * PERIOD_DAYS));
}

export interface OrderConversion {
  /** Of the order's own periods, what became credit or another plan. Cents. */
  readonly ofIt: number;
  /** What of it became credit when the line ended. Cents. */
  readonly atEnd: number;
  /** Of other periods, what became credit or a plan because of the order. Cents. */
  readonly byIt: number;
  /** What of `byIt` stays so when the order is taken back: the other days come back. Cents. */
  readonly byItForGood: number;
}

/** Of each order, by its id. */
export async function conversionsOnLine(
  db: Query,
  lineId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderConversion>> {
  const found = await periodStore.conversionsOnLine(db, lineId, orderIds);
  return new Map(found.map(({ orderId, ...one }) => [orderId, one]));
}

/** Of orders' own periods, what became credit or another plan. Cents. */
export const conversionsOf = periodStore.conversionsOf;

/** A part of each order's payment went back: so does that part of what its period is worth. */
export const noteRefunded = periodStore.setRefunded;

/** Orders that pay for the line's periods. */
export const ordersOfPeriods = periodStore.ordersOfPeriods;

/** Orders of other accounts that paid for days which came with the line. */
export const ordersBehind = periodStore.ordersBehind;

/** What left with lines that were handed to other accounts. Cents. */
export const handedOn = periodStore.handedOn;

/** Days that became credit or a plan, of periods that no order paid for: seeds and imports. Cents. */
export const conversionsWithoutOrder = periodStore.conversionsWithoutOrder;
