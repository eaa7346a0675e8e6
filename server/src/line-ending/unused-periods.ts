import { money } from '@portside/contract/formats';
import { findOwner } from '../account/person.ts';
import type { App } from '../app.ts';
import { heldCredit } from '../checkout/order-credit.ts';
import { ownerOfOrder } from '../checkout/line-orders.ts';
import { addCredit, correctCredit, holdCredit } from '../credit/credit.ts';
import { later } from '../clock.ts';
import type { Query, Tx } from '../db/database.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { valueOf } from '../lines/period-value.ts';
import { paymentsBehind, type Period } from '../lines/periods.ts';
import { type Renewable, viewAnyRenewable } from '../lines/renewable.ts';
import {
  creditedAtEnd,
  creditedInOthers,
  creditLater,
  cutUnbegun,
  lockEnded,
  notBegun,
} from '../lines/unused-periods.ts';
import { dollars } from '../money.ts';
import { isTakenBack } from '../payments/disputes.ts';
import { unusedEmail } from './emails.ts';

interface Unused {
  readonly periods: readonly Period[];
  readonly cents: number;
}

/**
 * Periods that are paid and have not begun, and what they become as credit if the line ends with the one
 * that runs (P10): none that the bank may give back. Undefined without any.
 */
export async function paidAhead(
  db: Query,
  line: Pick<Renewable, 'periods' | 'hereSince' | 'takenOverAt'>,
  at: Date,
): Promise<Unused | undefined> {
  const ahead: Period[] = [];
  const disputed = new Map<string, boolean>();
  const unbegun = notBegun(line.periods, at);
  // What its holder paid before, and does with their bank, is nothing to who left them (P05).
  const isOwn = line.hereSince !== undefined && line.takenOverAt === undefined;
  const payments = await paymentsBehind(db, unbegun);
  for (const one of unbegun) {
    const id = isOwn && one.orderId === null ? '' : (payments.get(one) ?? '');
    if (id && !disputed.has(id)) disputed.set(id, await isTakenBack(db, { kind: 'order', id }));
    if (!disputed.get(id)) ahead.push(one);
  }
  const cents = ahead.reduce((sum, one) => sum + valueOf(one, at).left, 0);
  return ahead.length > 0 ? { periods: ahead, cents } : undefined;
}

/** However the line ended. Harmless when repeated. */
export async function creditUnused(app: App, { lineId }: { lineId: string }): Promise<void> {
  await app.db.transaction(async (tx) => {
    const ended = await lockEnded(tx, lineId);
    if (!ended) return;
    const { at, owner } = ended;
    // What goes back of a payment is noted under it.
    await holdCredit(app, tx, owner);
    const line = await viewAnyRenewable(tx, lineId);
    if (!line) return;
    // One that would have begun as it ended has not.
    const unused = await paidAhead(tx, line, later(at, -1));
    if (!unused) return;
    const { periods, cents } = unused;
    await cutUnbegun(tx, { id: lineId, endedAt: at }, periods);
    // Once for these periods; a dispute that is won, or a change that went back, may bring more.
    const numbers = periods.map(({ number }) => number).join(' ');
    const cause = `end of ${lineId}: ${numbers}`;
    const entry = { cents, reason: 'unused_days', cause } as const;
    if (!(await addCredit(app, tx, owner, entry))) return;
    const person = await findOwner(tx, owner);
    if (!person) return;
    const brand = app.brands.byTenant(owner.tenant);
    const credit = money(dollars(cents), person.language);
    await queueEmail(app, tx, brand, person.email, unusedEmail(brand, person, line, credit));
  });
}

/** The bank took the payment back after its line ended: so does what became credit, spent or not. */
export const takeUnused = (app: App, tx: Tx, orderId: string): Promise<void> =>
  correctUnused(app, tx, orderId, true);

/** The bank decided for us: what it had taken along is there again, and what waited for it. */
export async function returnUnused(app: App, tx: Tx, orderId: string): Promise<void> {
  await correctUnused(app, tx, orderId, false);
  await creditLater(app, tx, orderId);
}

async function correctUnused(app: App, tx: Tx, orderId: string, isLost: boolean): Promise<void> {
  const owner = await ownerOfOrder(tx, orderId);
  const own = await creditedAtEnd(tx, orderId);
  const all = await creditedInOthers(tx, orderId);
  if (owner && own > 0) all.push({ owner, cause: orderId, cents: own });
  // As everybody who holds the credit of several.
  for (const given of all.toSorted((a, b) => (a.owner.customerId < b.owner.customerId ? -1 : 1))) {
    await holdCredit(app, tx, given.owner);
    const heldCents = await heldCredit(tx, given.owner);
    const cents = isLost ? -given.cents : 0;
    const cause = `dispute of ${given.cause}`;
    await correctCredit(app, tx, given.owner, { cause, cents, heldCents });
  }
}
