import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { Refused, refused } from '../http/no.ts';
import type { BillLine } from '../payments/bill-lines.ts';
import { isTakenBack } from '../payments/disputes.ts';
import { moneyOf } from '../payments/refunds.ts';
import { refundPaid } from './operator-actions.ts';
import { chargeOf, ownerOf } from './order-charge.ts';
import { isReturned } from './order-status.ts';
import { returnableOf } from './order-value.ts';
import { creditPaid } from './refund-to-credit.ts';
import * as store from './store.ts';

export type NotRefundable =
  | 'not_paid'
  | 'nothing_left'
  | 'used_up'
  | 'in_progress'
  | 'refund_failed'
  | 'disputed'
  | 'more_than_left';

/** In cents. */
export interface PaidOrder {
  readonly item: string;
  readonly paid: number;
  readonly back: number;
  readonly onTheWay: number;
  readonly left: number;
  readonly lines: readonly BillLine[];
  /** Why nothing of it can be given back now. */
  readonly refusal: Exclude<NotRefundable, 'more_than_left'> | undefined;
}

/** Holds the order, and its customer's credit, until the transaction ends. */
export async function holdPaidOrder(app: App, tx: Tx, orderId: string): Promise<PaidOrder> {
  const order = await store.lockAnyOrder(tx, orderId);
  const { planName: item, amounts } = order.quote;
  const isPaid = order.status === 'paid' || isReturned(order.status);
  if (!isPaid) {
    const nothing = { paid: 0, back: 0, onTheWay: 0, left: 0, lines: amounts.lines };
    return { item, ...nothing, refusal: 'not_paid' };
  }
  const { charged, back, goingBack } = await moneyOf(tx, chargeOf(order));
  const { paidCents, spentCents } = await returnableOf(app, tx, order);
  const left = order.status === 'paid' ? Math.max(0, paidCents - spentCents) : 0;
  const refusal = await refusalOf(tx, order, { goingBack, left, spentCents });
  return { item, paid: charged, back, onTheWay: goingBack, left, lines: amounts.lines, refusal };
}

async function refusalOf(
  tx: Tx,
  { id, status }: store.OrderRow,
  { goingBack, left, spentCents }: { goingBack: number; left: number; spentCents: number },
): Promise<PaidOrder['refusal']> {
  if (status === 'refunding' || goingBack > 0) return 'in_progress';
  if (status === 'refund_failed') return 'refund_failed';
  if (status === 'refunded') return 'nothing_left';
  if (await isTakenBack(tx, ownerOf(id))) return 'disputed';
  if (left > 0) return undefined;
  return spentCents > 0 ? 'used_up' : 'nothing_left';
}

/** A refund that staff carry out. @returns the number of a part; none when all of it goes back */
export async function refundAtDesk(
  app: App,
  tx: Tx,
  orderId: string,
  asked: { cents: number; to: 'card' | 'credit'; operator: string },
): Promise<{ part: number | null } | Refused<NotRefundable>> {
  const { refusal, left } = await holdPaidOrder(app, tx, orderId);
  if (refusal) return refused(refusal);
  if (asked.cents > left) return refused('more_than_left');
  const giveBack = asked.to === 'card' ? refundPaid : creditPaid;
  const done = await giveBack(app, tx, orderId, {
    operator: asked.operator,
    amountCents: asked.cents,
  });
  if (done instanceof Refused) throw new Error(`Order ${orderId} was refused: ${done.reason}`);
  return { part: typeof done === 'string' ? null : done.number };
}
