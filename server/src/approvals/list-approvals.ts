import type * as calls from '@portside/contract/console/approvals';
import type { CustomerPage } from '@portside/contract/console/customers';
import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import { maskedNames } from '../account/find-people.ts';
import type { App } from '../app.ts';
import { holdPaidOrder } from '../checkout/desk-refunds.ts';
import { orderBoughtWith } from '../checkout/whole-purchases.ts';
import { refundOrder } from '@portside/contract/console/approvals';
import type { Query, Tx } from '../db/database.ts';
import { customerAt, type Owner, type Staff } from '../http/who.ts';
import { dollars } from '../money.ts';
import { writeLines } from '../payments/bill-lines.ts';
import { statusesOf } from './giving.ts';
import { leftAlone } from './refund-limit.ts';
import * as store from './store.ts';

const PAGE = 50;

export async function listApprovals(
  app: App,
  who: Staff,
  { show = 'waiting', cursor }: ParsedInputOf<typeof calls.listApprovals>,
): Promise<OutputOf<typeof calls.listApprovals>> {
  const db = app.db.query;
  const found =
    show === 'waiting'
      ? await store.waiting(db, who.tenant, { after: cursor, limit: PAGE + 1 })
      : await store.decided(db, who.tenant, { before: cursor, limit: PAGE + 1 });
  const rows = found.slice(0, PAGE);
  const ids = rows.map(({ customer_id: id }) => id);
  const names = await maskedNames(db, who.tenant, ids);
  const approvals = (await statusesOf(db, rows)).map(({ of: row, status }) => ({
    id: row.id,
    kind: row.kind,
    status,
    customerId: row.customer_id,
    customer: names.get(row.customer_id) ?? null,
    orderId: row.order_id,
    item: row.item,
    amount: dollars(row.amount_cents),
    along: dollars(row.along_cents),
    to: row.pays_to,
    lines: row.lines.map(({ label }) => label),
    reason: row.reason,
    note: row.note,
    askedBy: { id: row.asked_by, name: row.asked_name },
    askedAt: row.asked_at.toISOString(),
    decidedBy: row.decided_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
  }));
  const next = found.length > PAGE ? rows.at(-1)?.id : undefined;
  return { approvals, ...(next && { next }) };
}

/** A customer's, that wait. */
export async function waitingApprovals(
  db: Query,
  owner: Owner,
): Promise<CustomerPage['approvals']> {
  return (await store.waitingOf(db, owner)).map((row) => ({
    id: row.id,
    kind: row.kind,
    item: row.item,
    amount: dollars(row.amount_cents),
    askedBy: row.asked_name,
    askedAt: row.asked_at.toISOString(),
  }));
}

export const countApprovals = async (
  app: App,
  who: Staff,
): Promise<OutputOf<typeof calls.countApprovals>> => ({
  waiting: await store.countWaiting(app.db.query, who.tenant),
});

export function viewPaidOrder(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<OutputOf<typeof calls.viewPaidOrder>> {
  return app.db.transaction(async (tx) => {
    const order = await holdPaidOrder(app, tx, id);
    const alone = await leftAlone(app, tx, who, who.role, customerAt(who));
    const boughtWith = await orderBoughtWith(tx, app.brands.byTenant(who.tenant), id);
    return {
      id,
      item: order.item,
      paid: dollars(order.paid),
      back: dollars(order.back),
      onTheWay: dollars(order.onTheWay),
      left: dollars(order.left),
      credit: dollars(order.credit),
      isSpent: order.isSpent,
      lines: writeLines(order.lines, 'en').map((line, index) => ({ number: index + 1, ...line })),
      refusal: await whyNot(tx, id, order.refusal),
      alone: dollars(alone),
      ...(boughtWith.length > 0 && { boughtWith }),
    };
  });
}

async function whyNot(
  tx: Tx,
  orderId: string,
  reason: Awaited<ReturnType<typeof holdPaidOrder>>['refusal'],
): Promise<string | null> {
  const before = await store.approvalsOfOrder(tx, orderId);
  const isWaiting = before.some(({ status }) => status === 'waiting');
  const why = isWaiting ? 'waits' : reason;
  return why ? refundOrder.refusals[why].message : null;
}
