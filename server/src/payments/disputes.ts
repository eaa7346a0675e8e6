import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import type { Owner } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import type { ChargeOwner } from './owner.ts';
import type { DisputeOfOwner, DisputeRow } from './rows.ts';
import * as chargeStore from './charge-store.ts';

export { isMoneyMoving } from './charge-store.ts';

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

/** Reads a dispute and notes it on the charge; a decision is final. @throws OutsideFailure */
export async function lookAtDispute(
  app: App,
  {
    disputeRef: ref,
    tenant = app.brands.first.client.mvnoId,
  }: { disputeRef: string; tenant?: number },
): Promise<void> {
  const dispute = await app.adapters.of(tenant).payment.viewDispute(ref);
  const tenants = app.adapters.sharing('payment', tenant);
  const charge = await chargeStore.chargeOfTenants(app.db.query, tenants, dispute.paymentRef);
  if (!charge) return;
  const now = app.clock.now();
  const news = await app.db.transaction(async (tx) => {
    const { customer_id } = await chargeStore.lockAnyCharge(tx, charge.id);
    return chargeStore.saveDispute(tx, {
      id: app.random.id('dsp'),
      tenant_id: charge.tenant_id,
      customer_id,
      charge_id: charge.id,
      dispute_ref: ref,
      status: dispute.status,
      reason: dispute.reason,
      amount_cents: dispute.amountCents,
      respond_by: dispute.respondBy ?? null,
      opened_at: now,
      updated_at: now,
    });
  });
  if (!news) return;
  const { status, reason } = dispute;
  const owner = { kind: charge.owner_kind, id: charge.owner_id };
  app.log.warn({ owner, status, reason }, 'a payment is disputed');
}

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
