import { sql } from 'kysely';
import type { App } from '../app.ts';

/**
 * Gives a customer the orders of these numbers, seven minutes apart, newest last: five plans, one
 * order in 10,000 of something rare, amounts from $25.00 to $28.99.
 */
export async function fillOrders(
  app: App,
  customer: { tenant: number; customerId: string },
  orders: { from: number; to: number },
): Promise<void> {
  await sql`
    insert into transactions (id, tenant_id, customer_id, item, transaction_time, successful,
      amounts, final_cents, network, last4_digits)
    select 'trx_' || ${customer.customerId} || number, ${customer.tenant}::int,
      ${customer.customerId},
      case when number % 10000 = 0 then 'Travel pass' else 'Harbor plan ' || number % 5 end,
      timestamptz '2013-01-01' + number * interval '7 minutes', number % 50 <> 0,
      jsonb_build_object('orderTotal', 2500 + number % 400, 'taxAmount', 0, 'regulatoryFee', 0,
        'activationFee', 0, 'discountAmount', 0, 'finalCheckoutAmount', 2500 + number % 400,
        'lines', '[]'::jsonb),
      2500 + number % 400, 'visa', '4242'
    from generate_series(${orders.from}::int, ${orders.to}::int) as number`.execute(app.db.query);
}
