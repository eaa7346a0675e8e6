import { sql } from 'kysely';
import type { PaidFor } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

type LinePaidFor = PaidFor & { readonly orderId: string };

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
      period.since as "from", period.until as "to"
    from unnest(${orderIds}::text[], ${lineIds}::text[]) as asked (order_id, line_id)
    join lines on tenant_id = ${tenant} and customer_id = ${customerId} and lines.id = coalesce(
      asked.line_id, (select id from lines as made where made.order_id = asked.order_id limit 1))
    left join lateral (
      select min(coalesce(was_from, starts_at)) as since, max(coalesce(was_to, ends_at)) as until
      from line_periods where line_periods.order_id = asked.order_id
    ) as period on true`.execute(db);
  return rows;
}
