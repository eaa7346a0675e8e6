import type { App } from '../app.ts';
import { defineJob } from '../jobs/jobs.ts';
import { findChargeOf } from './charges.ts';
import type { ChargeOwner, OwnerNews, Owners } from './owner.ts';
import { findRefunds, type RefundNews } from './finding-refunds.ts';

interface PaymentNews {
  paymentRef: string;
  /** Whose account it is in. News queued by an earlier version has none. */
  tenant?: number;
}

export const paymentChanged = defineJob<PaymentNews>('payment-changed', { atOnce: 8 });

export const refundChanged = defineJob<RefundNews>('refund-changed');

export async function routePayment(
  app: App,
  owners: Owners,
  { paymentRef, tenant }: PaymentNews,
): Promise<void> {
  const tenants = app.adapters.sharing('payment', tenant);
  const charge = await findChargeOf(app.db.query, tenants, paymentRef);
  // A charge without its reference has its owner's own job.
  if (charge) await newsOf(owners, charge).paymentChanged(app, charge);
}

/** Ours, or one made at the provider. @throws OutsideFailure */
export async function routeRefund(app: App, owners: Owners, news: RefundNews): Promise<void> {
  for (const { charge, refund } of await findRefunds(app, news)) {
    await newsOf(owners, charge).refundChanged(app, charge, refund);
  }
}

/** A kind of a newer version: the job fails and is retried, so nothing is lost. */
export function newsOf(owners: Owners, { kind, id }: ChargeOwner): OwnerNews {
  const news: OwnerNews | undefined = owners[kind];
  if (!news) throw new Error(`No slice takes news of ${kind} ${id}`);
  return news;
}
