import type { OpenOrder } from '@portside/contract/checkout';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { refused } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';
import { dollars } from '../money.ts';
import { chargeOf } from './order-charge.ts';
import * as store from './store.ts';
import { viewCharge } from '../payments/charges.ts';

/** The customer's orders whose payment is still being checked, oldest first. */
export async function listOpenOrders(app: App, who: Customer): Promise<{ orders: OpenOrder[] }> {
  return { orders: await openOrdersOf(app.db.query, who) };
}

async function openOrdersOf(db: Query, owner: Owner): Promise<OpenOrder[]> {
  const orders = await store.openOrdersOf(db, owner);
  return Promise.all(
    orders.map(async (order) => {
      const charge = await viewCharge(db, chargeOf(order));
      return {
        orderId: order.id,
        cartId: order.cart_id,
        status: charge.status === 'confirm' ? 'confirm' : 'placed',
        item: order.quote.planName,
        amount: dollars(order.quote.amounts.finalCheckoutAmount),
        placedAt: order.updated_at.toISOString(),
        ...(charge.status === 'confirm' && { redirectUrl: charge.redirectUrl }),
      };
    }),
  );
}

/**
 * A payment under way may still go through: nobody pays for a second cart without knowing of it.
 * @returns a refusal that names the orders, unless the customer knows of each
 */
export async function refuseUnknownOpen(
  db: Query,
  owner: Owner,
  input: { cartId: string; besides?: string[] | undefined },
) {
  const others = (await openOrdersOf(db, owner)).filter((one) => one.cartId !== input.cartId);
  const known = new Set(input.besides);
  return others.some((one) => !known.has(one.orderId))
    ? refused('payment_open', { orders: others })
    : undefined;
}
