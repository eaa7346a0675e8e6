import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { OrderKind } from '../checkout/order-kinds.ts';
import type { Tx } from '../db/database.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { currentPeriod } from '../lines/periods.ts';
import { type Renewable, viewAnyRenewable } from '../lines/renewable.ts';
import { addOnWords } from './add-on-wording.ts';
import { giveAddOns, takeBackAddOns } from './line-add-ons.ts';
import { recurringOf, renewsAt } from './store.ts';

export interface AddOnDetails {
  readonly [name: string]: string | number | boolean;
  readonly addOnId: string;
  readonly recurring: boolean;
  /** 0 where it gives no data. */
  readonly megabytes: number;
}

/** More than an early payment for the next 30 days leaves is paid: several months at once (P10). */
const MOST_AHEAD = days(40);

/** Whether what is bought each 30 days can be: with several months paid there is no payment for it to go with. */
export const canRecur = ({ paidUntil }: Pick<Renewable, 'paidUntil'>, now: Date): boolean =>
  paidUntil === null || paidUntil <= later(now, MOST_AHEAD);

/**
 * To the end of these 30 days. One that recurs goes to the end of all that is paid, because the
 * renewal after that buys it again.
 */
export function holdsUntil(
  { periods, paidUntil }: Pick<Renewable, 'periods' | 'paidUntil'>,
  recurring: boolean,
  now: Date,
): Date | undefined {
  const period = currentPeriod(periods, now);
  if (!period || period.to <= now) return undefined;
  return recurring && paidUntil ? paidUntil : period.to;
}

export const addOnKind: OrderKind = {
  async paid(app, tx, order) {
    const { line_id: lineId, quote } = order;
    const { addOnId, recurring: asked, megabytes } = order.details as AddOnDetails;
    await lockForWork(tx, lineId ?? '');
    const line = await viewAnyRenewable(tx, lineId ?? '');
    const now = app.clock.now();
    const recurring = asked && line !== undefined && canRecur(line, now);
    const until = line && line.status !== 'ended' && holdsUntil(line, recurring, now);
    if (!until) return false;
    const before = recurring && !megabytes ? await passOf(tx, line.id, addOnId) : undefined;
    const price = quote.amounts.orderTotal;
    await giveAddOns(app, tx, [
      {
        tenant_id: order.tenant_id,
        line_id: line.id,
        add_on_id: addOnId,
        name: quote.planName,
        price_cents: before ? Math.min(before.price_cents, price) : price,
        megabytes: megabytes || null,
        recurring,
        order_id: order.id,
        follows: before?.id ?? null,
        starts_at: now,
        ends_at: until,
      },
    ]);
    await publish(app, tx, line.id);
    return true;
  },
  async returned(app, tx, { id, line_id: lineId }) {
    await lockForWork(tx, lineId ?? '');
    await takeBackAddOns(app, tx, id);
    await publish(app, tx, lineId ?? '');
  },
  renewsAt: (tx, { id }) => renewsAt(tx, id),
  words: addOnWords,
};

/** One whose days are over may still recur: what is bought now takes its place, at no higher price. */
const passOf = async (tx: Tx, lineId: string, addOnId: string) =>
  (await recurringOf(tx, lineId)).findLast(
    (row) => row.add_on_id === addOnId && row.megabytes === null,
  );

export async function publish(app: App, tx: Tx, lineId: string): Promise<void> {
  const line = await viewAnyRenewable(tx, lineId);
  if (!line) return;
  const { id, owner, status } = line;
  const row = { id, tenant_id: owner.tenant, customer_id: owner.customerId };
  await publishLine(app, tx, row, status);
}
