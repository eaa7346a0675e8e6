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
import { purchaseReceiptEmail, type PurchasePart } from './purchase-emails.ts';
import { lockPurchase } from './purchase.ts';
import { leaveOrder } from '../port-in/ordered-number.ts';

export const settleOrderJob = defineJob<{ orderId: string }>('settle-order', { atOnce: 8 });

const ASK_AGAIN_SECONDS = 3;

/** Survives the end of this process. */
export function settleLater(app: App, tx: Tx, orderId: string): Promise<void> {
  return app.jobs.enqueue(tx, settleOrderJob, { orderId }, { after: ASK_AGAIN_SECONDS });
}

/**
 * Brings an order up to date with its charge, and all that are paid with it. Safe to run again and
 * concurrently: charges have keys, and only one caller moves the orders. @returns whether the provider is
 * still working @throws OutsideFailure
 */
export async function settleOrder(app: App, orderId: string): Promise<boolean> {
  const order = await leadOf(app, orderId);
  if (!order || !isUnsettled(order.status)) return false;
  const charge = await askProvider(app, chargeOf(order));
  return charge ? apply(app, chargeOf(order), charge) : false;
}

/** The first one of several that are paid together; most are alone. */
async function leadOf(app: App, orderId: string): Promise<store.OrderRow | undefined> {
  const order = await store.anyOrder(app.db.query, orderId);
  return order?.paid_with ? store.anyOrder(app.db.query, order.paid_with) : order;
}

/** Only the job reschedules itself, so that others who look start no second series. */
export async function settleAndReschedule(app: App, orderId: string): Promise<void> {
  const isUnderWay = await settleOrder(app, orderId);
  if (isUnderWay) await app.db.transaction((tx) => settleLater(app, tx, orderId));
}

export async function giveUpConfirmation(app: App, orderId: string): Promise<void> {
  const order = await leadOf(app, orderId);
  if (order?.status !== 'confirm') return;
  const charge = await giveUpCharge(app, chargeOf(order));
  if (charge) await apply(app, chargeOf(order), charge);
}

/** States, lines, receipt and jobs in one transaction, under the orders' locks. */
async function apply(app: App, one: payments.Attempt, charge: ChargeNews): Promise<boolean> {
  const orderId = one.id;
  return app.db.transaction(async (tx) => {
    const orders = await lockPurchase(tx, orderId);
    const [lead] = orders;
    if (!lead) throw new Error(`Order ${orderId} is gone`);
    if (lead.attempt !== one.attempt) return false;
    const { changed, settled } = await recordCharge(app, tx, one, charge);
    if (settled.status === 'processing' || settled.status === 'requested') {
      // The attempt's job ended when the customer went to the bank.
      if (changed && lead.status === 'confirm') await settleLater(app, tx, orderId);
      return true;
    }
    if (!changed) return false;
    if (settled.status === 'rejected') {
      app.log.error({ orderId, reason: settled.reason }, 'the provider rejects this charge');
    }
    // A later attempt may pay it, once the cause is fixed.
    const status = settled.status === 'rejected' ? 'declined' : settled.status;
    for (const order of orders) {
      await moveOrder(app, tx, order, status);
      if (status !== 'confirm' && order.line.portInId) {
        await leaveOrder(app, tx, ownerOfRow(order), order.id);
      }
    }
    if (status === 'paid') {
      for (const order of orders) await spendCredit(app, tx, order);
      await begin(app, tx, lead, orders);
    } else if (status !== 'confirm') {
      const reason = 'reason' in settled ? settled.reason : status;
      const advice = 'advice' in settled ? settled.advice : undefined;
      await kindOf(app, lead).declined?.(app, tx, lead, { reason, advice });
    }
    return false;
  });
}

/** What can’t be had any more is paid back alone. */
async function begin(
  app: App,
  tx: Tx,
  lead: store.OrderRow,
  orders: readonly store.OrderRow[],
): Promise<void> {
  const begun = new Set<store.OrderRow>();
  for (const order of orders) {
    if (await kindOf(app, order).paid(app, tx, order)) {
      begun.add(order);
      continue;
    }
    const { tenant_id: tenant, id: orderId } = order;
    await app.jobs.enqueue(tx, lineRefused, { tenant, orderId });
  }
  if (begun.size === 0) return;
  await (orders.length === 1 ? tell(app, tx, lead) : tellOfAll(app, tx, lead, orders, begun));
}

/** One receipt for all that was paid. */
async function tellOfAll(
  app: App,
  tx: Tx,
  lead: store.OrderRow,
  orders: readonly store.OrderRow[],
  begun: ReadonlySet<store.OrderRow>,
): Promise<void> {
  const brand = app.brands.byTenant(lead.tenant_id);
  const person = await viewPerson(tx, ownerOfRow(lead));
  const ids = orders.map(({ id }) => id);
  const known = await app.paidFor(tx, ownerOfRow(lead), ids);
  const parts: PurchasePart[] = [];
  let isLast = true;
  for (const order of orders) {
    const words = begun.has(order) ? (await wordsOf(app, tx, order)).receipt : undefined;
    const number = known.get(order.id)?.number;
    parts.push({ quote: numbered(brand, order), words, number });
    const its = await kindOf(app, order).together?.(app, tx, order);
    isLast &&= begun.has(order) && its?.isLast !== false;
  }
  const receipt = purchaseReceiptEmail(brand, person, parts);
  await queuePart(app, tx, brand, person.email, receipt, { event: purchaseOf(lead.id), isLast });
}

async function tell(app: App, tx: Tx, order: store.OrderRow): Promise<void> {
  const kind = kindOf(app, order);
  const brand = app.brands.byTenant(order.tenant_id);
  const person = await viewPerson(tx, ownerOfRow(order));
  const words = await wordsOf(app, tx, order);
  const line = (await app.paidFor(tx, ownerOfRow(order), [order.id])).get(order.id);
  const payer = order.payer_customer_id === null ? undefined : await viewPerson(tx, payerOf(order));
  const quote = numbered(brand, order);
  const again = payer && (await kind.renewsAt?.(tx, order));
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
