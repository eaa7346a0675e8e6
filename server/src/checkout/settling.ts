import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { queueEmail } from '../emails/queue-email.ts';
import * as lines from '../lines/lines.ts';
import * as payments from '../payments/payments.ts';
import { numberGoneEmail, receiptEmail } from './emails.ts';
import { moveOrder } from './move-order.ts';
import { chargeOf } from './order-charge.ts';
import { isUnsettled } from './order-status.ts';
import * as store from './store.ts';
import { viewPerson } from '../account/person.ts';
import { claimSim } from '../lines/sim-claims.ts';
import { lineRefused } from '../lines/activation.ts';
import { askProvider, type ChargeNews, giveUpCharge, recordCharge } from '../payments/charges.ts';
import {
  bringToLine,
  type BroughtNumber,
  leaveOrder,
  viewForLine,
} from '../port-in/ordered-number.ts';

/** Asks the provider how the charge of an order stands, until it is settled. */
export const settleOrderJob = defineJob<{ orderId: string }>('settle-order', { atOnce: 8 });

const ASK_AGAIN_SECONDS = 3;

/** Whatever happens to this process now, a job comes back to the order. */
export function settleLater(app: App, tx: Tx, orderId: string): Promise<void> {
  return app.jobs.enqueue(tx, settleOrderJob, { orderId }, { after: ASK_AGAIN_SECONDS });
}

/**
 * Brings an order to where its charge is. Safe to run at any time, twice, and beside itself: the
 * provider knows the charge by its key, and only one caller moves the order on.
 * @returns whether the provider is still at it
 * @throws OutsideFailure the provider did not answer
 */
export async function settleOrder(app: App, orderId: string): Promise<boolean> {
  const order = await store.anyOrder(app.db.query, orderId);
  if (!order || !isUnsettled(order.status)) return false;
  const charge = await askProvider(app, chargeOf(order));
  return charge ? apply(app, chargeOf(order), charge) : false;
}

/** The job, which alone comes back by itself: whoever else looks begins no second row of looks. */
export async function settleAndReschedule(app: App, orderId: string): Promise<void> {
  const isUnderWay = await settleOrder(app, orderId);
  if (isUnderWay) await app.db.transaction((tx) => settleLater(app, tx, orderId));
}

/** Gives up a confirmation at the bank that did not come; it may have been paid after all. */
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
      // The job of the attempt ended when the customer was sent to the bank.
      if (changed && order.status === 'confirm') await settleLater(app, tx, orderId);
      return true;
    }
    if (!changed) return false;
    if (settled.status === 'rejected') {
      app.log.error({ orderId, reason: settled.reason }, 'the provider rejects this charge');
    }
    // Not the order's end: it is paid by a later attempt, once whatever is wrong is put right.
    const status = settled.status === 'rejected' ? 'declined' : settled.status;
    await moveOrder(app, tx, order, status);
    if (status !== 'confirm') await leaveOrder(app, tx, ownerOfRow(order), orderId);
    if (status === 'paid') await begin(app, tx, order);
    return false;
  });
}

/** What a paid order sets off. */
async function begin(app: App, tx: Tx, order: store.OrderRow): Promise<void> {
  const { quote, line, tenant_id: tenant } = order;
  const owner = ownerOfRow(order);
  const asked = line.portInId && (await viewForLine(tx, owner, line.portInId));
  const brings = asked && !asked.gone ? asked : undefined;
  if (line.iccid && !(await claimSim(tx, tenant, line.iccid))) {
    // Another order with this SIM was paid a moment before: no line, and the money goes back.
    await app.jobs.enqueue(tx, lineRefused, { tenant, orderId: order.id });
    return;
  }
  const sim = { simType: line.simType, iccid: await simOf(tx, order, brings), imei: line.imei };
  const lineId = await lines.openLine(app, tx, owner, {
    orderId: order.id,
    plan: { id: quote.planId, retailName: quote.planName, flag: quote.planFlag },
    zipCode: quote.zipCode,
    ...(line.address && { address: line.address }),
    ...(line.subscriber && { subscriber: line.subscriber }),
    ...sim,
    ...(brings && { brings }),
  });
  if (brings) await bringToLine(app, tx, owner, brings.portInId, { id: lineId, ...sim });
  const brand = app.brands.byTenant(tenant);
  const person = await viewPerson(tx, ownerOfRow(order));
  await queueEmail(app, tx, brand, person.email, receiptEmail(app, brand, person, quote));
  if (asked && asked.gone) {
    const gone = numberGoneEmail(app, brand, person, asked.msisdn);
    await queueEmail(app, tx, brand, person.email, gone);
  }
}

/** The card that the order names, or the one that was named with the number before. */
async function simOf(
  tx: Tx,
  { line, tenant_id: tenant }: store.OrderRow,
  brings: BroughtNumber | undefined,
): Promise<string> {
  if (line.iccid || line.simType !== 'physical' || !brings?.iccid) return line.iccid;
  return (await claimSim(tx, tenant, brings.iccid)) ? brings.iccid : '';
}
