import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { purchaseOf, queuePart } from '../emails/queue-part.ts';
import * as payments from '../payments/payments.ts';
import { receiptEmail } from './emails.ts';
import { numbered } from './find-orders.ts';
import { moveOrder } from './move-order.ts';
import { spendCredit } from './order-credit.ts';
import { chargeOf } from './order-charge.ts';
import { kindOf, wordsOf } from './order-kinds.ts';
import { isUnsettled } from './order-status.ts';
import { payerOf } from './payers.ts';
import * as store from './store.ts';
import { calledBeside } from '../account/other-person.ts';
import { viewPerson } from '../account/person.ts';
import { lineRefused } from '../lines/activation.ts';
import { askProvider, type ChargeNews, giveUpCharge, recordCharge } from '../payments/charges.ts';
import { say } from '../words/say.ts';
import { leaveOrder } from '../port-in/ordered-number.ts';

export const settleOrderJob = defineJob<{ orderId: string }>('settle-order', { atOnce: 8 });

const ASK_AGAIN_SECONDS = 3;

/** Survives the end of this process. */
export function settleLater(app: App, tx: Tx, orderId: string): Promise<void> {
  return app.jobs.enqueue(tx, settleOrderJob, { orderId }, { after: ASK_AGAIN_SECONDS });
}

/**
 * Brings an order up to date with its charge. Safe to run again and concurrently: charges have
 * keys, and only one caller moves the order. @returns whether the provider is still working @throws
 * OutsideFailure
 */
export async function settleOrder(app: App, orderId: string): Promise<boolean> {
  const order = await store.anyOrder(app.db.query, orderId);
  if (!order || !isUnsettled(order.status)) return false;
  const charge = await askProvider(app, chargeOf(order));
  return charge ? apply(app, chargeOf(order), charge) : false;
}

/** Only the job reschedules itself, so that others who look start no second series. */
export async function settleAndReschedule(app: App, orderId: string): Promise<void> {
  const isUnderWay = await settleOrder(app, orderId);
  if (isUnderWay) await app.db.transaction((tx) => settleLater(app, tx, orderId));
}

export async function giveUpConfirmation(app: App, orderId: string): Promise<void> {
  const order = await store.anyOrder(app.db.query, orderId);
  if (order?.status !== 'confirm') return;
  const charge = await giveUpCharge(app, chargeOf(order));
  if (charge) await apply(app, chargeOf(order), charge);
}

/** State, line, receipt and jobs in one transaction, under the order's lock. */
async function apply(app: App, one: payments.Attempt, charge: ChargeNews): Promise<boolean> {
  const orderId = one.id;
  return app.db.transaction(async (tx) => {
    const order = await store.lockAnyOrder(tx, orderId);
    if (order.attempt !== one.attempt) return false;
    const { changed, settled } = await recordCharge(app, tx, one, charge);
    if (settled.status === 'processing' || settled.status === 'requested') {
      // The attempt's job ended when the customer went to the bank.
      if (changed && order.status === 'confirm') await settleLater(app, tx, orderId);
      return true;
    }
    if (!changed) return false;
    if (settled.status === 'rejected') {
      app.log.error({ orderId, reason: settled.reason }, 'the provider rejects this charge');
    }
    // A later attempt may pay it, once the cause is fixed.
    const status = settled.status === 'rejected' ? 'declined' : settled.status;
    await moveOrder(app, tx, order, status);
    if (status !== 'confirm' && order.line.portInId) {
      await leaveOrder(app, tx, ownerOfRow(order), orderId);
    }
    if (status === 'paid') {
      await spendCredit(app, tx, order);
      await begin(app, tx, order);
    } else if (status !== 'confirm') {
      const reason = 'reason' in settled ? settled.reason : status;
      const advice = 'advice' in settled ? settled.advice : undefined;
      await kindOf(app, order).declined?.(app, tx, order, { reason, advice });
    }
    return false;
  });
}

async function begin(app: App, tx: Tx, order: store.OrderRow): Promise<void> {
  const kind = kindOf(app, order);
  if (!(await kind.paid(app, tx, order))) {
    const { tenant_id: tenant, id: orderId } = order;
    await app.jobs.enqueue(tx, lineRefused, { tenant, orderId });
    return;
  }
  const brand = app.brands.byTenant(order.tenant_id);
  const person = await viewPerson(tx, ownerOfRow(order));
  const words = await wordsOf(app, tx, order);
  const line = (await app.paidFor(tx, ownerOfRow(order), [order.id])).get(order.id);
  const payer = order.payer_customer_id === null ? undefined : await viewPerson(tx, payerOf(order));
  const quote = numbered(brand, order);
  const again = payer && (await kindOf(app, order).renewsAt?.(tx, order));
  const by = payer && { payer: calledBeside(payer, person.language), again };
  const receipt = receiptEmail(brand, person, quote, words.receipt, line, by);
  const event = (await kind.together?.(app, tx, order)) ?? {
    event: purchaseOf(order.id),
    isLast: true,
  };
  await queuePart(app, tx, brand, person.email, receipt, event);
  if (!payer) return;
  const holder = person.firstName || say(payer.language, 'the account holder');
  const of = { holder, lineId: order.line_id ?? '' };
  const theirs = receiptEmail(brand, payer, quote, words.receipt, line, of);
  await queueEmail(app, tx, brand, payer.email, theirs);
}
