import type { OpenOrder } from '@portside/contract/checkout';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { dollars } from '../money.ts';
import { numberOf } from './find-orders.ts';
import { chargeOf } from './order-charge.ts';
import { isPaidBy } from './payers.ts';
import { leadIdOf } from './purchase.ts';
import * as store from './store.ts';
import { byPurchase, itemOfAll, sumOf } from './whole-purchases.ts';
import { givenLinesOf } from '../lines/members.ts';
import { viewCharge } from '../payments/charges.ts';

export async function listOpenOrders(app: App, who: Customer): Promise<{ orders: OpenOrder[] }> {
  const db = app.db.query;
  const [own, given] = await Promise.all([store.openOrdersOf(db, who), givenLinesOf(app, db, who)]);
  const managed = given.flatMap(({ lineId, member }) =>
    member?.customerId === who.customerId ? [lineId] : [],
  );
  const paid = managed.length > 0 ? await store.openOrdersPaidBy(db, who, managed) : [];
  return { orders: await describe(db, who, [...own, ...paid]) };
}

/** One entry for each payment, which may be for several lines. */
async function describe(
  db: Query,
  who: Pick<Customer, 'brand' | 'customerId' | 'member'>,
  orders: store.OrderRow[],
): Promise<OpenOrder[]> {
  const purchases = [...byPurchase(orders).values()];
  return Promise.all(
    purchases.map(async (all) => {
      const [order] = all as [store.OrderRow];
      const charge = await viewCharge(db, chargeOf(order));
      const number = numberOf(who.brand, order);
      const url = charge.status === 'confirm' && isPaidBy(order, who) && charge.redirectUrl;
      return {
        orderId: order.id,
        ...(number && { number }),
        cartId: order.cart_id,
        ...(order.line_id && { lineId: order.line_id }),
        status: url ? 'confirm' : 'placed',
        item: itemOfAll(all),
        amount: dollars(sumOf(all)),
        placedAt: order.updated_at.toISOString(),
        ...(url && { redirectUrl: url }),
      };
    }),
  );
}

/**
 * An open payment may still succeed, so a second cart is paid knowingly only. @returns a refusal
 * that names the orders
 */
export async function refuseUnknownOpen(
  db: Query,
  who: Customer,
  input: { cartId: string; besides?: string[] | undefined },
) {
  const open = await store.openOrdersOf(db, who);
  const own = new Set(open.filter((one) => one.cart_id === input.cartId).map(leadIdOf));
  const others = await describe(
    db,
    who,
    // Orders of existing lines are no second cart.
    open.filter((one) => one.kind === 'new_line' && !own.has(leadIdOf(one))),
  );
  const known = new Set(input.besides);
  return others.some((one) => !known.has(one.orderId))
    ? refused('payment_open', { orders: others })
    : undefined;
}
