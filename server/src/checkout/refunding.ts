import type { Refund } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queuePart } from '../emails/queue-part.ts';
import type { Written } from '../emails/email.ts';
import * as lines from '../lines/lines.ts';
import * as payments from '../payments/payments.ts';
import {
  creditBackEmail,
  managersRefundEmail,
  type NumberedQuote,
  partRefundEmail,
  partRefundFailedEmail,
  moneyBackEmail,
  paidBackEmail,
  refundFailedEmail,
  refundByStaffEmail,
  refundEmail,
} from './emails.ts';
import { numbered } from './find-orders.ts';
import { payerOf } from './payers.ts';
import { noteOrderActivity } from './operator-notes.ts';
import { moveOrder } from './move-order.ts';
import { chargeOf, ownerOf } from './order-charge.ts';
import { wordsOf } from './order-kinds.ts';
import { isReturned } from './order-status.ts';
import { returnableOf, settleValue } from './order-value.ts';

import * as store from './store.ts';
import { calledBeside } from '../account/other-person.ts';
import { type Person, viewPerson } from '../account/person.ts';
import {
  askRefund,
  byPeople,
  listRefunds,
  moneyOf,
  type RefundTry,
  notePaidBack,
  recordRefund,
  requestPart,
  requestRefund,
} from '../payments/refunds.ts';
import { leaveLine } from '../port-in/ordered-number.ts';

export const refundOrderJob = defineJob<{ orderId: string }>('refund-order');

export const refundPartJob = defineJob<{ orderId: string; attempt: number; number: number }>(
  'refund-part',
);

export const releaseNumberJob = defineJob<{ orderId: string }>('release-number');

/** The carrier refused the line. */
export async function cancelOrder(app: App, orderId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const order = await store.lockAnyOrder(tx, orderId);
    if (order.status !== 'paid') return;
    const owner = ownerOfRow(order);
    const line = await lines.findLineOfOrder(tx, owner, orderId);
    if (line) await leaveLine(app, tx, owner, line.id);
    await giveBack(app, tx, order);
  });
}

/** Safe to run again and concurrently. @throws OutsideFailure */
export async function refundOrder(app: App, orderId: string): Promise<void> {
  const order = await store.anyOrder(app.db.query, orderId);
  if (!order || !(await isGoingBack(app, order))) return;
  const refund = await askRefund(app, chargeOf(order));
  if (refund) await applyRefund(app, chargeOf(order), refund);
}

/** Also where the provider's people have given back all of it meanwhile, and ours is to be refused. */
async function isGoingBack(app: App, order: store.OrderRow): Promise<boolean> {
  if (order.status !== 'refunded') return order.status === 'refunding';
  return (await moneyOf(app.db.query, chargeOf(order))).goingBack > 0;
}

/** Safe to run again and concurrently. @throws OutsideFailure */
export async function refundPart(
  app: App,
  { orderId, attempt, number }: { orderId: string; attempt: number; number: number },
): Promise<void> {
  const charge = { ...ownerOf(orderId), attempt };
  const refund = await askRefund(app, { ...charge, number });
  if (refund) await applyRefund(app, charge, refund);
}

export interface RefusedRefund {
  tenant: number;
  customerId: string;
  orderId: string;
  planName: string;
  amountCents: number;
  since: Date;
  tries: RefundTry[];
}

export async function listRefusedRefunds(app: App): Promise<RefusedRefund[]> {
  const db = app.db.query;
  const orders = await store.ordersIn(db, 'refund_failed');
  return Promise.all(
    orders.map(async (order) => ({
      tenant: order.tenant_id,
      customerId: order.customer_id,
      orderId: order.id,
      planName: order.quote.planName,
      amountCents: order.quote.amounts.finalCheckoutAmount,
      since: order.updated_at,
      tries: await listRefunds(db, chargeOf(order)),
    })),
  );
}

export type NotOwed = Refused<'unknown_order' | 'nothing_owed'>;

export function refundAgain(
  app: App,
  orderId: string,
  operator: string,
): Promise<'refunding' | NotOwed> {
  return ofRefusedRefund(app, orderId, async (tx, order) => {
    await giveBack(app, tx, order, operator);
    return 'refunding' as const;
  });
}

export function noteOrderPaidBack(
  app: App,
  orderId: string,
  said: { operator: string; note: string },
): Promise<'refunded' | NotOwed> {
  return ofRefusedRefund(app, orderId, async (tx, order) => {
    const cents = await notePaidBack(app, tx, chargeOf(order), said);
    if (cents === 0) return refused('nothing_owed');
    await noteOrderActivity(app, tx, order, 'order_paid_back', said.operator);
    await moveOrder(app, tx, order, 'refunded');
    await write(app, tx, withTotal(order, cents), paidBackEmail);
    return 'refunded' as const;
  });
}

async function ofRefusedRefund<Done>(
  app: App,
  orderId: string,
  act: (tx: Tx, order: store.OrderRow) => Promise<Done>,
): Promise<Done | NotOwed> {
  if (!(await store.anyOrder(app.db.query, orderId))) return refused('unknown_order');
  return app.db.transaction(async (tx) => {
    const order = await store.lockAnyOrder(tx, orderId);
    return order.status === 'refund_failed' ? act(tx, order) : refused('nothing_owed');
  });
}

export async function releaseNumber(app: App, orderId: string): Promise<void> {
  const order = await store.anyOrder(app.db.query, orderId);
  if (!order || !isReturned(order.status)) return;
  const { carrier } = app.adapters.of(order.tenant_id);
  if (carrier.can.has('reserveNumber')) await carrier.releaseNumber({ key: orderId });
}

/** The rest stays paid, and what was bought stays. @returns undefined when there is not so much left */
export async function giveBackPart(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  { cents, operator }: { cents: number; operator: string },
): Promise<number | undefined> {
  const number = await requestPart(app, tx, chargeOf(order), { cents, operator });
  if (number === undefined) return undefined;
  await noteOrderActivity(app, tx, order, 'order_refunded', operator);
  await settleValue(app, tx, order.id);
  const { id: orderId, attempt } = order;
  await app.jobs.enqueue(tx, refundPartJob, { orderId, attempt, number });
  return number;
}

/** The only way to start a whole refund. */
export async function giveBack(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  operator = '',
): Promise<void> {
  if (operator) await noteOrderActivity(app, tx, order, 'order_refunded', operator);
  const isFree = operator !== '' && order.quote.amounts.finalCheckoutAmount === 0;
  const creditCents = isFree ? (await returnableOf(app, tx, order)).creditCents : 0;
  const returned = await requestRefund(app, tx, chargeOf(order), operator);
  await moveOrder(app, tx, order, returned);
  if (order.kind === 'new_line') {
    await app.jobs.enqueue(tx, releaseNumberJob, { orderId: order.id });
  }
  if (returned === 'refunded') {
    if (creditCents > 0) await write(app, tx, withTotal(order, creditCents), creditBackEmail);
    else await write(app, tx, order, refundEmail);
  } else await app.jobs.enqueue(tx, refundOrderJob, { orderId: order.id });
}

/**
 * What it paid for was refused. @param isOwed asked under the order's lock @returns false when it
 * was not paid any more
 */
export async function giveBackOrder(
  app: App,
  tx: Tx,
  orderId: string,
  isOwed: () => Promise<boolean>,
): Promise<boolean> {
  const order = await store.lockAnyOrder(tx, orderId);
  if (order.status !== 'paid' || !(await isOwed())) return false;
  await giveBack(app, tx, order);
  return true;
}

/** State, email and event in one transaction, under the order's lock. */
export async function applyRefund(
  app: App,
  charge: payments.Attempt,
  refund: Refund,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const order = await store.lockAnyOrder(tx, charge.id);
    if (order.attempt !== charge.attempt) return;
    const { changed, returned, part } = await recordRefund(app, tx, charge, refund);
    if (changed) await moveOrder(app, tx, order, returned);
    if (!changed || order.status !== 'paid') await settleValue(app, tx, order.id);
    if (part && returned === 'paid') await tellOfPart(app, tx, order, part);
    if (!changed) return;
    const tries = await listRefunds(tx, charge);
    if (returned === 'refunded') {
      const ours = byPeople(tries) ? refundByStaffEmail : refundEmail;
      await write(app, tx, order, refund.key ? ours : moneyBackEmail);
    }
    if (returned !== 'refund_failed') return;
    app.log.error({ orderId: order.id, reason: refund.reason }, 'a refund was refused');
    // The customer need not follow later failures.
    const failed = tries.filter((one) => one.status === 'failed').length;
    if (failed === 1) await write(app, tx, order, refundFailedEmail);
  });
}

async function tellOfPart(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  { status, origin, amountCents, reason }: RefundTry,
): Promise<void> {
  const isFailed = status === 'failed';
  // What the provider's people tried is theirs to repeat, and was promised to nobody.
  if (isFailed && origin === 'provider') return;
  if (isFailed) app.log.error({ orderId: order.id, reason }, 'a refund of a part was refused');
  const compose = isFailed ? partRefundFailedEmail : partRefundEmail;
  await write(app, tx, withTotal(order, amountCents), compose);
}

type Writer = typeof refundEmail;

/** For an email about a part of it: the provider's people may have given back the other one. */
export const withTotal = (order: store.OrderRow, finalCheckoutAmount: number): store.OrderRow => ({
  ...order,
  quote: { ...order.quote, amounts: { ...order.quote.amounts, finalCheckoutAmount } },
});

export async function write(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  compose: Writer,
): Promise<void> {
  const brand = app.brands.byTenant(order.tenant_id);
  const holder = await viewPerson(tx, ownerOfRow(order));
  const part = await app.purchaseEvent(tx, order.id);
  const quote = part.isLast ? numbered(brand, order) : await ofSeveral(app, tx, order);
  const words = await wordsOf(app, tx, order);
  const tell = ({ email }: Person, written: Written) =>
    queuePart(app, tx, brand, email, written, part);
  // Where nothing was charged, it is the holder's alone.
  if (order.payer_customer_id === null || quote.amounts.finalCheckoutAmount === 0) {
    return tell(holder, compose(brand, holder, quote, words));
  }
  const payer = await viewPerson(tx, payerOf(order));
  await tell(payer, compose(brand, payer, withoutCredit(quote), words));
  if (failures.has(compose)) return;
  await tell(
    holder,
    managersRefundEmail(brand, holder, quote, calledBeside(payer, holder.language)),
  );
}

/** The others that were bought with it stay as they are. */
async function ofSeveral(app: App, tx: Tx, order: store.OrderRow): Promise<NumberedQuote> {
  const quote = numbered(app.brands.byTenant(order.tenant_id), order);
  const line = (await app.paidFor(tx, ownerOfRow(order), [order.id])).get(order.id);
  return { ...quote, ofSeveral: { number: line?.number ?? '' } };
}

/** Whoever paid is told; to the holder nothing has happened yet. */
const failures: ReadonlySet<Writer> = new Set([refundFailedEmail, partRefundFailedEmail]);

/** It is the holder's. */
const withoutCredit = (quote: NumberedQuote): NumberedQuote => ({
  ...quote,
  amounts: { ...quote.amounts, creditUsed: 0 },
});
