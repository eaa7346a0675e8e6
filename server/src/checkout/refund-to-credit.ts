import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { addCredit } from '../credit/credit.ts';
import { refused, type Refused } from '../http/no.ts';
import { isTakenBack } from '../payments/disputes.ts';
import { notePaidBack, notePartBack } from '../payments/refunds.ts';
import { creditedEmail, creditedPartEmail, partCreditedEmail } from './emails.ts';
import { moveOrder } from './move-order.ts';
import { noteOrderActivity } from './operator-notes.ts';
import { chargeOf, ownerOf } from './order-charge.ts';
import { payerOf } from './payers.ts';
import { returnableOf, settleValue } from './order-value.ts';
import { type NotOwed, releaseNumberJob, withTotal, write } from './refunding.ts';
import * as store from './store.ts';

/** Of an order that stays paid. */
export interface PartCredited {
  readonly number: number;
}

type NotCredited = NotOwed | Refused<'disputed' | 'used_up' | 'more_than_left'>;

/** What was paid becomes the customer's credit, and what was bought is taken back (K21). */
export async function refundToCredit(
  app: App,
  orderId: string,
  operator: string,
): Promise<'refunded' | Exclude<NotCredited, Refused<'more_than_left'>>> {
  if (!(await store.anyOrder(app.db.query, orderId))) return refused('unknown_order');
  const done = await app.db.transaction((tx) =>
    creditPaid(app, tx, orderId, { operator, amountCents: undefined }),
  );
  return done as Exclude<typeof done, PartCredited | Refused<'more_than_left'>>;
}

/** An amount below what is left stays a part: what was bought stays. */
export async function creditPaid(
  app: App,
  tx: Tx,
  orderId: string,
  { operator, amountCents }: { operator: string; amountCents: number | undefined },
): Promise<'refunded' | PartCredited | NotCredited> {
  const order = await store.lockAnyOrder(tx, orderId);
  if (order.status !== 'paid' && order.status !== 'refund_failed') return refused('nothing_owed');
  if (await isTakenBack(tx, ownerOf(orderId))) return refused('disputed');
  const { paidCents, spentCents } = await returnableOf(app, tx, order);
  const most = paidCents - spentCents;
  if (order.status === 'paid' && spentCents > 0 && most <= 0) return refused('used_up');
  if (amountCents !== undefined && amountCents > most) return refused('more_than_left');
  if (amountCents !== undefined && amountCents < most) {
    return creditPart(app, tx, order, { operator, cents: amountCents });
  }
  const said = { operator, note: 'credit' };
  const cents = await notePaidBack(app, tx, chargeOf(order), said);
  if (cents === 0) return refused('nothing_owed');
  await noteOrderActivity(app, tx, order, 'order_refunded', operator);
  // First, so that what is to be taken back can be taken from it.
  await addCredit(app, tx, payerOf(order), { cents, reason: 'refund', cause: order.id });
  await moveOrder(app, tx, order, 'refunded');
  if (order.kind === 'new_line') {
    await app.jobs.enqueue(tx, releaseNumberJob, { orderId: order.id });
  }
  if (spentCents === 0) await write(app, tx, withTotal(order, cents), creditedEmail);
  else await write(app, tx, withTotal(order, cents - spentCents), partCreditedEmail);
  return 'refunded' as const;
}

async function creditPart(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  { operator, cents }: { operator: string; cents: number },
): Promise<PartCredited | Refused<'nothing_owed'>> {
  const said = { cents, operator, note: 'credit' };
  const number = await notePartBack(app, tx, chargeOf(order), said);
  if (number === undefined) return refused('nothing_owed');
  await noteOrderActivity(app, tx, order, 'order_refunded', operator);
  const cause = `${order.id} part ${number}`;
  await addCredit(app, tx, payerOf(order), { cents, reason: 'refund', cause });
  await settleValue(app, tx, order.id);
  await write(app, tx, withTotal(order, cents), creditedPartEmail);
  return { number };
}
