import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

/** What an order paid for: the number is the line's of today, empty while there is none. */
export interface LinePaidFor {
  readonly orderId: string;
  readonly number: string;
  /** As it was paid, also when a plan change cut it short later. Null before the line has begun. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** An order with no line is one that made its own. Of those that came to nothing there is nothing. */
export async function linesPaidFor(
  db: Query,
  { tenant, customerId }: Owner,
  orders: readonly { readonly orderId: string; readonly lineId: string | null }[],
): Promise<LinePaidFor[]> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const lineIds = orders.map(({ lineId }) => lineId);
  const { rows } = await sql<LinePaidFor>`
    select asked.order_id as "orderId", lines.mdn as number,
      coalesce(was_from, starts_at) as "from", coalesce(was_to, ends_at) as "to"
    from unnest(${orderIds}::text[], ${lineIds}::text[]) as asked (order_id, line_id)
    join lines on tenant_id = ${tenant} and customer_id = ${customerId} and lines.id = coalesce(
      asked.line_id, (select id from lines as made where made.order_id = asked.order_id limit 1))
    left join lateral (
      select was_from, was_to, starts_at, ends_at from line_periods
      where line_periods.order_id = asked.order_id order by number desc limit 1
    ) as period on true`.execute(db);
  return rows;
}
