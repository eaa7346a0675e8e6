import { type RawBuilder, sql } from 'kysely';
import type { PaidFor } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';

type LinePaidFor = PaidFor & { readonly orderId: string };

/**
 * An order with no line is one that made its own. Of those that came to nothing there is nothing.
 * @param orders their `order_id` and `line_id`
 */
export async function linesPaidFor(
  db: Query,
  { tenant, customerId }: Owner,
  orders: RawBuilder<unknown>,
): Promise<LinePaidFor[]> {
  const { rows } = await sql<LinePaidFor>`
    select asked.order_id as "orderId", lines.mdn as number,
      period.since as "from", period.until as "to"
    from (${orders}) as asked (order_id, line_id)
    join lines on tenant_id = ${tenant} and customer_id = ${customerId} and lines.id = coalesce(
      asked.line_id, (select id from lines as made where made.order_id = asked.order_id limit 1))
    left join lateral (
      select min(coalesce(was_from, starts_at)) as since, max(coalesce(was_to, ends_at)) as until
      from line_periods where line_periods.order_id = asked.order_id
    ) as period on true`.execute(db);
  return rows;
}
