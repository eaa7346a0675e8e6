import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import { ownerOfRow, type Owner } from '../http/who.ts';
import * as lines from '../lines/lines.ts';
import { noteOrderActivity as note } from './operator-notes.ts';
import { chargeOf, ownerOf } from './order-charge.ts';
import { returnableOf } from './order-value.ts';
import { isUnsettled, unfinished, type StoredStatus } from './order-status.ts';
import { inTheirOrder, leadIdOf, ordersOfPurchase } from './purchase.ts';
import { giveBack, giveBackPart, refundAgain, refundOrder } from './refunding.ts';
import { giveUpConfirmation, settleOrder } from './settling.ts';
import * as store from './store.ts';
import { itemOfAll, sumOf } from './whole-purchases.ts';
import { listRefunds, type RefundTry } from '../payments/refunds.ts';
import { disputesOf, isTakenBack } from '../payments/disputes.ts';
import { fraudWarningsOf } from '../payments/fraud-warnings.ts';
import { listCharges } from '../payments/charges.ts';

export interface OrderSheet {
  order: Pick<
    store.OrderRow,
    'id' | 'number' | 'tenant_id' | 'customer_id' | 'cart_id' | 'attempt' | 'paid_with'
  > & {
    status: StoredStatus;
    planName: string;
    amountCents: number;
    placedAt: Date;
    changedAt: Date;
  };
  charges: Awaited<ReturnType<typeof listCharges>>;
  refunds: RefundTry[];
  disputes: Awaited<ReturnType<typeof disputesOf>>;
  warnings: Awaited<ReturnType<typeof fraudWarningsOf>>;
  line: Awaited<ReturnType<typeof lines.findLineOfOrder>>;
  /** Where several lines were bought at once: the other ones. */
  boughtWith: store.OrderRow[];
}

export async function showOrder(db: Query, orderId: string): Promise<OrderSheet | undefined> {
  const order = await store.anyOrder(db, orderId);
  if (!order) return undefined;
  const [charges, refunds, disputes, warnings, line, all] = await Promise.all([
    listCharges(db, ownerOf(orderId)),
    listRefunds(db, chargeOf(order)),
    disputesOf(db, ownerOf(orderId)),
    fraudWarningsOf(db, ownerOf(orderId)),
    order.line_id
      ? lines.findLine(db, ownerOfRow(order), order.line_id)
      : lines.findLineOfOrder(db, ownerOfRow(order), orderId),
    ordersOfPurchase(db, leadIdOf(order)),
  ]);
  const { id, number, tenant_id, customer_id, cart_id, attempt, paid_with, status, quote } = order;
  return {
    order: {
      id,
      number,
      tenant_id,
      customer_id,
      cart_id,
      attempt,
      paid_with,
      status,
      planName: quote.planName,
      amountCents: quote.amounts.finalCheckoutAmount,
      placedAt: order.created_at,
      changedAt: order.updated_at,
    },
    charges,
    refunds,
    disputes,
    warnings,
    line,
    boughtWith: all.filter((one) => one.id !== id),
  };
}

/** A payment that is not settled once, whatever it is for; refunds each. */
export async function listUnfinished(db: Query, owner: Owner) {
  const orders = await store.ordersOfCustomer(db, owner, unfinished);
  const one = (order: store.OrderRow) => (isUnsettled(order.status) ? leadIdOf(order) : order.id);
  return [...Map.groupBy(orders, one)].flatMap(([id, all]) => {
    const [order] = inTheirOrder(all);
    if (!order) return [];
    const { number, status, paid_with, updated_at: since } = order;
    const sums = { planName: itemOfAll(all), amountCents: sumOf(all) };
    return [{ id, number, status, paid_with, ...sums, since }];
  });
}

type Unknown = Refused<'unknown_order'>;
type Outcome = StoredStatus;

export async function settleByHand(
  app: App,
  orderId: string,
  operator: string,
): Promise<Outcome | Unknown> {
  const noted = await app.db.transaction(async (tx) => {
    const order = await store.anyOrder(tx, orderId);
    if (!order) return undefined;
    await note(app, tx, await asPaid(tx, order), 'order_settled', operator);
    return leadIdOf(order);
  });
  if (noted === undefined) return refused('unknown_order');
  await settleOrder(app, noted);
  await refundOrder(app, orderId);
  return standing(app, orderId);
}

/** Of an order that stays paid. Cents. */
export interface PartRefund {
  readonly number: number;
  readonly partCents: number;
  readonly keptCents: number;
  /** What of that was turned into credit or another plan, and is spent. */
  readonly spentCents: number;
}

type NotRefunded = Refused<'nothing_owed' | 'disputed' | 'used_up' | 'more_than_left'>;

/** Gives back all that is left, or the amount: see `refundPaid`. */
export async function refundByHand(
  app: App,
  orderId: string,
  operator: string,
  amountCents?: number,
): Promise<Outcome | PartRefund | Unknown | NotRefunded> {
  const known = await store.anyOrder(app.db.query, orderId);
  if (!known) return refused('unknown_order');
  if (known.status === 'refund_failed') return refundAgain(app, orderId, operator);
  return app.db.transaction((tx) => refundPaid(app, tx, orderId, { operator, amountCents }));
}

/**
 * What paid for another plan, or became credit that is spent, is not given back: the rest goes back
 * then, and the order stays paid.
 */
export async function refundPaid(
  app: App,
  tx: Tx,
  orderId: string,
  { operator, amountCents }: { operator: string; amountCents: number | undefined },
): Promise<Outcome | PartRefund | NotRefunded> {
  const order = await store.lockAnyOrder(tx, orderId);
  if (order.status !== 'paid') return refused('nothing_owed');
  if (await isTakenBack(tx, ownerOf(orderId))) return refused('disputed');
  const { paidCents, spentCents } = await returnableOf(app, tx, order);
  const most = paidCents - spentCents;
  if (most <= 0 && spentCents > 0) return refused('used_up');
  const cents = amountCents ?? most;
  if (cents > most) return refused('more_than_left');
  if (spentCents > 0 || cents < most) {
    const number = await giveBackPart(app, tx, order, { cents, operator });
    if (number === undefined) return refused('nothing_owed');
    return { number, partCents: cents, keptCents: paidCents - cents, spentCents };
  }
  await giveBack(app, tx, order, operator);
  return (await store.lockAnyOrder(tx, orderId)).status;
}

/** While it is not settled, with all that its payment is for. */
async function asPaid(db: Query, order: store.OrderRow): Promise<store.OrderRow> {
  if (!isUnsettled(order.status)) return order;
  const all = await ordersOfPurchase(db, leadIdOf(order));
  return { ...order, quote: { ...order.quote, planName: itemOfAll(all) } };
}

/**
 * Unpaid orders are given up at the provider, with all that is paid together; paid ones are refunded
 * while the carrier does not know the line. It may turn out to be paid. @throws OutsideFailure
 */
export async function cancelByHand(
  app: App,
  orderId: string,
  operator: string,
): Promise<Outcome | Refused<'unknown_order' | 'line_is_there' | 'nothing_to_cancel'>> {
  const known = await store.anyOrder(app.db.query, orderId);
  if (!known) return refused('unknown_order');
  const leadId = leadIdOf(known);
  await settleOrder(app, leadId);
  const now = await standing(app, orderId);
  if (now === 'confirm') {
    await app.db.transaction(async (tx) => {
      const order = await store.anyOrder(tx, orderId);
      if (order) await note(app, tx, await asPaid(tx, order), 'order_cancelled', operator);
    });
    await giveUpConfirmation(app, leadId);
    return standing(app, orderId);
  }
  if (now !== 'paid') return refused('nothing_to_cancel');
  return app.db.transaction(async (tx) => {
    const order = await store.lockAnyOrder(tx, orderId);
    if (order.status !== 'paid') return refused('nothing_to_cancel');
    if (order.kind !== 'new_line') return refused('line_is_there');
    const closed = await lines.closeUnbegunLine(app, tx, ownerOfRow(order), orderId);
    if (!closed) return refused('line_is_there');
    await note(app, tx, order, 'order_cancelled', operator);
    await giveBack(app, tx, order, operator);
    return (await store.lockAnyOrder(tx, orderId)).status;
  });
}

async function standing(app: App, orderId: string): Promise<Outcome> {
  const order = await store.anyOrder(app.db.query, orderId);
  if (!order) throw new Error(`Order ${orderId} is gone`);
  return order.status;
}
