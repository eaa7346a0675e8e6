import { dateAlone, money } from '@portside/contract/formats';
import { calledBeside } from '../account/other-person.ts';
import { findOwner, type Person } from '../account/person.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { Dispute } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Written } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type Owner, ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { dollars } from '../money.ts';
import { otherCardholder } from './cardholders.ts';
import { disputeEmail, othersDisputeEmail } from './emails.ts';
import type { ChargeOwner } from './owner.ts';
import type { ChargeRow, DisputeOfOwner, DisputeRow } from './rows.ts';
import * as chargeStore from './charge-store.ts';
import { lockPayment } from './together-store.ts';

export { isMoneyMoving, isMoneyOpen } from './charge-store.ts';

export const disputeChanged = defineJob<{ disputeRef: string; tenant?: number }>('dispute-changed');

export interface DisputedPayment {
  tenant: number;
  customerId: string;
  owner: ChargeOwner;
  disputeRef: string;
  status: DisputeRow['status'];
  reason: string;
  amountCents: number;
  openedAt: Date;
  respondBy: Date | null;
}

const LOOKS = 3;

/**
 * Reads a dispute and notes it on the charge. A bank may change its decision, so the newest reading
 * holds; the customer is told of each. @throws OutsideFailure
 */
export async function lookAtDispute(
  app: App,
  asked: { disputeRef: string; tenant?: number },
): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) if (await isNoted(app, asked)) return;
  throw new OutsideFailure('payment', 'not_done', new Error('a dispute changes while it is read'));
}

/** False when somebody who looked later was quicker. */
async function isNoted(
  app: App,
  {
    disputeRef: ref,
    tenant = app.brands.first.client.mvnoId,
  }: { disputeRef: string; tenant?: number },
): Promise<boolean> {
  const lookedAt = app.clock.now();
  const dispute = await app.adapters.of(tenant).payment.viewDispute(ref);
  const tenants = app.adapters.sharing('payment', tenant);
  const charge = await chargeStore.chargeOfTenants(app.db.query, tenants, dispute.paymentRef);
  if (!charge) return true;
  const { status, reason, amountCents: amount_cents, respondBy: respond_by = null } = dispute;
  const now = app.clock.now();
  const change = { status, reason, amount_cents, respond_by, updated_at: now };
  return app.db.transaction(async (tx) => {
    const all = await lockPayment(tx, charge.id);
    const [row = charge] = all;
    const before = await chargeStore.disputeOfCharge(tx, charge.id, ref);
    const isSame = before?.status === status && +(before.respond_by ?? 0) === +(respond_by ?? 0);
    if (isSame) return true;
    if (before && before.updated_at > lookedAt) return false;
    if (before) await chargeStore.changeDispute(tx, before.id, change);
    else {
      const { tenant_id, customer_id, id: charge_id } = row;
      const id = app.random.id('dsp');
      const whose = { id, tenant_id, customer_id, charge_id, dispute_ref: ref, opened_at: now };
      if (!(await chargeStore.insertDispute(tx, { ...whose, ...change }))) return true;
    }
    const owner = { kind: charge.owner_kind, id: charge.owner_id };
    app.log.warn({ owner, status, reason }, 'a payment is disputed');
    await tellCustomer(app, tx, row, dispute, before);
    for (const { owner_kind: kind, owner_id: id } of all) {
      if (kind !== 'order') continue;
      if (status === 'lost') await app.paymentLost(app, tx, id);
      if (status === 'won' || status === 'closed') await app.paymentStands(app, tx, id);
    }
    return true;
  });
}

/** Of what their bank asks for, and of each decision; and of another’s bank (P04), whoever has the bill. */
async function tellCustomer(
  app: App,
  tx: Tx,
  charge: ChargeRow,
  { status, amountCents }: Dispute,
  before: DisputeRow | undefined,
): Promise<void> {
  const isNews = before ? before.status !== status && !isUndecided(status) : true;
  if (!isNews) return;
  const brand = app.brands.byTenant(charge.tenant_id);
  const holder = await findOwner(tx, ownerOfRow(charge));
  const payer = await otherCardholder(tx, charge);
  const news = isUndecided(status) ? 'opened' : status;
  const about = (reader: Person) => ({
    amount: money(dollars(amountCents), reader.language),
    date: dateAlone(charge.created_at, brand.timeZone, reader.language),
    isNewDecision: before !== undefined && !isUndecided(before.status),
  });
  const tell = (reader: Person, email: Written) => queueEmail(app, tx, brand, reader.email, email);
  const cardholder = payer ?? holder;
  // Who is erased has no address.
  if (cardholder?.email) {
    await tell(cardholder, disputeEmail(brand, cardholder, news, about(cardholder)));
  }
  if (!payer || !holder?.email) return;
  const known = { ...about(holder), payer: calledBeside(payer, holder.language) };
  await tell(holder, othersDisputeEmail(brand, holder, news, known));
}

const isUndecided = (status: DisputeRow['status']): status is 'open' | 'answered' =>
  status === 'open' || status === 'answered';

export async function disputesOf(db: Query, owner: ChargeOwner): Promise<DisputedPayment[]> {
  return (await chargeStore.disputesWhere(db, { owner })).map(disputeOf);
}

/** By the bank, for its customer, or it may be. */
export async function isTakenBack(db: Query, owner: ChargeOwner): Promise<boolean> {
  const disputes = await chargeStore.disputesWhere(db, { owner });
  return disputes.some(({ status }) => status !== 'won' && status !== 'closed');
}

export async function disputesOfCustomer(db: Query, customer: Owner): Promise<DisputedPayment[]> {
  return (await chargeStore.disputesWhere(db, { customer })).map(disputeOf);
}

/** About these orders. */
export const disputesOfOrders = async (
  db: Query,
  orders: readonly string[],
): Promise<DisputedPayment[]> => (await chargeStore.disputesWhere(db, { orders })).map(disputeOf);

export async function openDisputes(db: Query): Promise<DisputedPayment[]> {
  return (await chargeStore.disputesWhere(db, { undecided: true })).map(disputeOf);
}

const disputeOf = (row: DisputeOfOwner): DisputedPayment => ({
  tenant: row.tenant_id,
  customerId: row.customer_id,
  owner: { kind: row.owner_kind, id: row.owner_id },
  disputeRef: row.dispute_ref,
  status: row.status,
  reason: row.reason,
  amountCents: row.amount_cents,
  openedAt: row.opened_at,
  respondBy: row.respond_by,
});
