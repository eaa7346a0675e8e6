import type { OrderStatus } from '@portside/contract/checkout';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { publish } from '../events/events.ts';
import { ownerOfRow } from '../http/who.ts';
import { undoReferral } from '../referrals/crediting.ts';
import { heldCredit, returnCredit } from './order-credit.ts';
import { paidLine } from '../lines/paid-line.ts';
import { giveBackPromo } from '../promos/using.ts';
import { kindOf } from './order-kinds.ts';
import { isPayable, isReturned, mayStep, type StoredStatus } from './order-status.ts';
import { settleValue } from './order-value.ts';
import { payerOf } from './payers.ts';
import * as store from './store.ts';
import { fileTaxesLater } from './tax-documents.ts';

/** The caller holds the lock. @throws Error for a step not in the table: a bug */
export async function moveOrder(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  to: StoredStatus,
): Promise<void> {
  if (!mayStep(order.status, to)) {
    throw new Error(`Order ${order.id} is ${order.status} and cannot be ${to}`);
  }
  await store.setStatus(tx, order.id, to, app.clock.now());
  if (to === 'paid') await fileTaxesLater(app, tx, order);
  if (order.status === 'paid' && isReturned(to)) {
    await fileTaxesLater(app, tx, order);
    await returnCredit(app, tx, order);
    await kindOf(app, order).returned?.(app, tx, order);
    await settleValue(app, tx, order.id);
    await loseReferral(app, tx, order.id);
  }
  const isOver = isPayable(to) || isReturned(to);
  if (isOver && order.quote.promoCode !== '') {
    const hasLine = isReturned(to) && (await cameToBe(tx, order));
    await giveBackPromo(app, tx, { orderId: order.id, tenant: order.tenant_id, hasLine });
  }
  await publishOrder(app, tx, order, to);
}

/** Its money went back to the customer, by us or by the bank. */
export const loseReferral = (app: App, tx: Tx, orderId: string): Promise<void> =>
  undoReferral(app, tx, orderId, heldCredit);

/** Whether its line ever worked, or may still. */
async function cameToBe(tx: Tx, order: store.OrderRow): Promise<boolean> {
  const line = await paidLine(tx, ownerOfRow(order), { orderId: order.id });
  return line !== undefined && (line.status !== 'ended' || line.activatedAt !== null);
}

export async function publishOrder(
  app: App,
  tx: Tx,
  order: store.OrderRow,
  status: OrderStatus,
): Promise<void> {
  const news = { kind: 'order', id: order.id, status } as const;
  await publish(app, tx, ownerOfRow(order), news);
  if (order.payer_customer_id !== null) await publish(app, tx, payerOf(order), news);
}
