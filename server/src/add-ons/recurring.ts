import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Period } from '../lines/periods.ts';
import { cents } from '../money.ts';
import { findAddOn } from '../plans/add-ons.ts';
import { keepable } from './keepable.ts';
import { giveAddOns } from './line-add-ons.ts';
import * as store from './store.ts';

export { isAnyRecurring, tookPlace } from './store.ts';

/** An add-on that the next 30 days of a line cost besides its plan. */
export interface DueAddOn {
  /** Of what it follows. */
  id: string;
  name: string;
  cents: number;
}

/** At the price it was bought for, or today's if that is lower: it rises only when bought anew. */
export async function addOnsDue(app: App, tenant: number, lineId: string): Promise<DueAddOn[]> {
  return dueOf(app, tenant, await store.recurringOf(app.db.query, lineId));
}

function dueOf(app: App, tenant: number, rows: readonly store.LineAddOnRow[]): Promise<DueAddOn[]> {
  return Promise.all(
    rows.map(async (row) => {
      const onSale = await findAddOn(app, tenant, row.add_on_id);
      const today = onSale ? cents(onSale.price) : row.price_cents;
      return { id: row.id, name: row.name, cents: Math.min(row.price_cents, today) };
    }),
  );
}

/** What it costs each 30 days if its stop is taken back. */
export async function stoppedDue(
  app: App,
  tenant: number,
  { lineId, addOnId, periods }: { lineId: string; addOnId: string; periods: readonly Period[] },
): Promise<DueAddOn[]> {
  const now = app.clock.now();
  const rows = await store.stoppedRows(app.db.query, { lineId, addOnId }, now);
  return dueOf(app, tenant, keepable(rows, periods, now));
}

const SPACE = ' ';

/** For an order's details: which ones it pays for. */
export const namesOf = (due: readonly DueAddOn[]) => due.map((one) => one.id).join(SPACE);

/** Whether a line's next 30 days still have these add-ons, and no others. */
export async function stillDue(db: Query, lineId: string, names: string): Promise<boolean> {
  return (await store.recurringOf(db, lineId)).map((row) => row.id).join(SPACE) === names;
}

/**
 * Gives the next 30 days what was paid for them. One that was stopped since is given once more, but
 * stays stopped. Hold the line's lock.
 */
export async function extendAddOns(
  app: App,
  tx: Tx,
  { orderId, names, cents: paid }: { orderId: string; names: string; cents: readonly number[] },
  period: { from: Date; to: Date },
): Promise<void> {
  if (names === '') return;
  const ids = names.split(SPACE);
  const rows = await store.addOnsById(tx, ids);
  await giveAddOns(
    app,
    tx,
    ids.flatMap((id, at) => {
      const row = rows.find((one) => one.id === id);
      if (!row) return [];
      const { tenant_id, line_id, add_on_id, name, megabytes, recurring, stopped_at } = row;
      const same = { tenant_id, line_id, add_on_id, name, megabytes, recurring, stopped_at };
      const time = { starts_at: period.from, ends_at: period.to };
      const price_cents = paid[at] ?? row.price_cents;
      return [{ ...same, ...time, price_cents, order_id: orderId, follows: id }];
    }),
  );
}
