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
  | 'only_credit'
  | 'more_than_left';

/** In cents. */
export interface PaidOrder {
  readonly item: string;
  readonly paid: number;
  readonly back: number;
  readonly onTheWay: number;
  /** Of what its card paid. */
  readonly left: number;
  /** The credit used for it: when all of it is given back, that is credit again. */
  readonly credit: number;
  /** Some of it paid for another plan, or is credit that is spent: a card's refund takes nothing back. */
  readonly isSpent: boolean;
  readonly lines: readonly BillLine[];
  /** Why nothing of it can be given back now. */
  readonly refusal: Exclude<NotRefundable, 'only_credit' | 'more_than_left'> | undefined;
}

/** Holds the order, and its customer's credit, until the transaction ends. */
export async function holdPaidOrder(app: App, tx: Tx, orderId: string): Promise<PaidOrder> {
  const order = await store.lockAnyOrder(tx, orderId);
  const { planName: item, amounts } = order.quote;
  const isPaid = order.status === 'paid' || isReturned(order.status);
  if (!isPaid) {
    const sums = { paid: 0, back: 0, onTheWay: 0, left: 0, credit: 0, isSpent: false };
    return { item, ...sums, lines: amounts.lines, refusal: 'not_paid' };
  }
  const { charged, back, goingBack } = await moneyOf(tx, chargeOf(order));
  const { paidCents, spentCents, creditCents } = await returnableOf(app, tx, order);
  const isWhole = order.status === 'paid';
  const left = isWhole ? Math.max(0, paidCents - spentCents) : 0;
  const credit = isWhole ? creditCents : 0;
  const refusal = await refusalOf(tx, order, { charged, goingBack, left, credit, spentCents });
  const isSpent = spentCents > 0;
  const sums = { paid: charged, back, onTheWay: goingBack, left, credit, isSpent };
  return { item, ...sums, lines: amounts.lines, refusal };
}

async function refusalOf(
  tx: Tx,
  { id, status, quote }: store.OrderRow,
  sums: { charged: number; goingBack: number; left: number; credit: number; spentCents: number },
): Promise<PaidOrder['refusal']> {
  if (status === 'refunding' || sums.goingBack > 0) return 'in_progress';
  if (status === 'refund_failed') return 'refund_failed';
  if (status === 'refunded') return 'nothing_left';
  if (await isTakenBack(tx, ownerOf(id))) return 'disputed';
  if (sums.left > 0 || sums.credit > 0) return undefined;
  if (sums.charged > 0) return sums.spentCents > 0 ? 'used_up' : 'nothing_left';
  return (quote.amounts.creditUsed ?? 0) > 0 ? 'used_up' : 'not_paid';
}

interface AskedRefund {
  readonly cents: number;
  readonly to: 'card' | 'credit';
}

/** Credit goes back whole, and no card has paid for it. */
export function whyNotSo(
  { left, credit }: Pick<PaidOrder, 'left' | 'credit'>,
  { cents, to }: AskedRefund,
): 'only_credit' | 'more_than_left' | undefined {
  if (left === 0) return to === 'credit' && cents === credit ? undefined : 'only_credit';
  return cents > left ? 'more_than_left' : undefined;
}

/** A refund that staff carry out. @returns the number of a part; none when all of it goes back */
export async function refundAtDesk(
  app: App,
  tx: Tx,
  orderId: string,
  asked: AskedRefund & { operator: string },
): Promise<{ part: number | null } | Refused<NotRefundable>> {
  const order = await holdPaidOrder(app, tx, orderId);
  if (order.refusal) return refused(order.refusal);
  const why = whyNotSo(order, asked);
  if (why) return refused(why);
  const isCredit = order.left === 0;
  const giveBack = asked.to === 'card' || isCredit ? refundPaid : creditPaid;
  const done = await giveBack(app, tx, orderId, {
    operator: asked.operator,
    amountCents: isCredit ? undefined : asked.cents,
  });
  if (done instanceof Refused) throw new Error(`Order ${orderId} was refused: ${done.reason}`);
  return { part: typeof done === 'string' ? null : done.number };
}
