import type { MoneyReason, MoneyStatus } from '@portside/contract/console/approvals';
import type { Person } from '../account/person.ts';
import { holdOpen } from '../account/joining.ts';
import { viewPerson } from '../account/person.ts';
import type { App } from '../app.ts';
import { type NotRefundable, refundAtDesk } from '../checkout/desk-refunds.ts';
import { standingsOfRefunds } from '../checkout/refund-standings.ts';
import { addGoodwill } from '../credit/goodwill.ts';
import type { Query, Tx } from '../db/database.ts';
import { No, refused, Refused } from '../http/no.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { say } from '../words/say.ts';
import type { ApprovalRow } from './store.ts';

/** As the customer reads it. */
const reasons: Readonly<Record<MoneyReason, string>> = {
  double_charge: 'You were charged twice.',
  wrong_amount: 'You were charged the wrong amount.',
  not_working: 'Our service didn’t work as it should.',
  not_delivered: 'You didn’t get something you paid for.',
  changed_mind: 'You changed your mind.',
  not_theirs: 'You paid for something that wasn’t yours.',
  goodwill: 'Thank you for your patience.',
  other: 'As agreed with our support team.',
};

/** Carries it out, with the verbs that everybody has. @returns the number of a refund's part */
export async function give(
  app: App,
  tx: Tx,
  row: ApprovalRow,
  operator: string,
): Promise<{ part: number | null } | Refused<NotRefundable | 'account_closed'>> {
  const { amount_cents: cents, order_id: orderId } = row;
  if (orderId !== null) {
    return refundAtDesk(app, tx, orderId, { cents, to: row.pays_to, operator });
  }
  const owner = ownerOfRow(row);
  if (!(await isOpen(tx, owner))) return refused('account_closed');
  const person: Person = await viewPerson(tx, owner);
  await addGoodwill(app, tx, app.brands.byTenant(row.tenant_id), person, {
    cents,
    operator,
    reason: say(person.language, reasons[row.reason]),
    cause: row.id,
  });
  return { part: null };
}

async function isOpen(tx: Tx, owner: Owner): Promise<boolean> {
  try {
    await holdOpen(tx, owner);
    return true;
  } catch (error) {
    if (error instanceof No) return false;
    throw error;
  }
}

/** Approved is not yet given: a bank may take its time, or refuse. */
export async function statusOf(db: Query, row: ApprovalRow): Promise<MoneyStatus> {
  const [one] = await statusesOf(db, [row]);
  return one?.status ?? 'pending';
}

/** The same of each, in their order. */
export async function statusesOf(
  db: Query,
  rows: readonly ApprovalRow[],
): Promise<{ readonly of: ApprovalRow; readonly status: MoneyStatus }[]> {
  const carriedOut = rows.flatMap(({ id, status, order_id: orderId, part }) =>
    status === 'approved' && orderId !== null ? [{ id, orderId, part }] : [],
  );
  const standings = await standingsOfRefunds(db, carriedOut);
  const refunds = new Map(standings.map(({ of, standing }) => [of.id, standing]));
  return rows.map((of) => {
    const given = of.status === 'approved' ? 'done' : of.status;
    return { of, status: refunds.get(of.id) ?? given };
  });
}
