import { sql } from 'kysely';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import type { OrderRow } from './store.ts';

/**
 * An order with all that was bought together with it (P03), in the order of their ids. Their own, or one
 * that they paid for a line of another's (P04); empty for others.
 */
export const boughtWithOrder = (
  db: Query,
  { tenant, customerId }: Owner,
  orderId: string,
): Promise<OrderRow[]> => {
  const lead = sql`(select coalesce(paid_with, id) from orders where id = ${orderId}
    and tenant_id = ${tenant}
    and (customer_id = ${customerId} or payer_customer_id = ${customerId}))`;
  return db
    .withTables<{ orders: OrderRow }>()
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`(id = ${lead} or paid_with = ${lead})`)
    .orderBy('id')
    .execute();
};
