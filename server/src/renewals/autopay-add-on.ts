import { tookPlace } from '../add-ons/recurring.ts';
import type { OrderKind } from '../checkout/order-kinds.ts';
import { announceAnew } from './autopay-plan.ts';
import * as store from './autopay-store.ts';

/**
 * Who buys an add-on that recurs, after the next charge was announced, has seen its price: the charge
 * may be that much more. Where a manager of the line bought it, its holder has not, and is told anew. What takes the place of another was in it already.
 */
export const withTold = (kind: OrderKind): OrderKind => ({
  ...kind,
  async paid(app, tx, order) {
    const isDone = await kind.paid(app, tx, order);
    const { line_id: lineId, details, quote } = order;
    if (!isDone || !lineId || details['recurring'] !== true) return isDone;
    if (await tookPlace(tx, order.id)) return isDone;
    if (order.payer_customer_id !== null) {
      await announceAnew(app, tx, lineId);
      return isDone;
    }
    const autopay = await store.lockAutopay(tx, lineId);
    if (!autopay?.is_on || autopay.told_cents === null) return isDone;
    const price = quote.amounts.finalCheckoutAmount + (quote.amounts.creditUsed ?? 0);
    await store.setAutopay(tx, lineId, { told_cents: autopay.told_cents + price });
    return isDone;
  },
});
