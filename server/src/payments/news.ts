import type { App } from '../app.ts';
import { defineJob } from '../jobs/jobs.ts';
import { findAnyCharge } from './charges.ts';
import type { ChargeOwner, OwnerNews, Owners } from './owner.ts';
import { findRefund } from './refunds.ts';

/** The provider has news of a payment. */
export const paymentChanged = defineJob<{ paymentRef: string }>('payment-changed', { atOnce: 8 });

/** The provider has news of money that went back. */
export const refundChanged = defineJob<{ refundRef: string }>('refund-changed');

/** News of a payment, for the slice that asked for it. */
export async function routePayment(app: App, owners: Owners, paymentRef: string): Promise<void> {
  const charge = await findAnyCharge(app.db.query, paymentRef);
  // A charge whose reference is not written down yet is asked for by its owner's own job.
  if (charge) await newsOf(owners, charge).paymentChanged(app, charge);
}

/**
 * News of a refund, ours or one that the provider's own people made.
 * @throws OutsideFailure the provider did not answer
 */
export async function routeRefund(app: App, owners: Owners, refundRef: string): Promise<void> {
  const found = await findRefund(app, refundRef);
  if (found) await newsOf(owners, found.charge).refundChanged(app, found.charge, found.refund);
}

/** A kind from a newer version is no reason to lose its news: the job is tried again, and kept. */
function newsOf(owners: Owners, { kind, id }: ChargeOwner): OwnerNews {
  const news: OwnerNews | undefined = owners[kind];
  if (!news) throw new Error(`No slice takes news of ${kind} ${id}`);
  return news;
}
