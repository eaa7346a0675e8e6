import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { Query } from '../db/database.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as chargeStore from './charge-store.ts';
import * as store from './fraud-warning-store.ts';
import type { ChargeOwner } from './owner.ts';

export const fraudWarningChanged = defineJob<{ warningRef: string; tenant: number }>(
  'fraud-warning-changed',
);

/** As long as networks let a bank dispute a payment. */
const DISPUTE_MAY_COME = days(120);

/**
 * Notes it for those who work here. The customer is not told, and nothing is given back by itself
 * (docs/decisions/0989). @throws OutsideFailure
 */
export async function lookAtFraudWarning(
  app: App,
  { warningRef: ref, tenant }: { warningRef: string; tenant: number },
): Promise<void> {
  const readAt = app.clock.now();
  const { paymentRef, ...warning } = await app.adapters.of(tenant).payment.viewFraudWarning(ref);
  if (!paymentRef) return;
  const tenants = app.adapters.sharing('payment', tenant);
  const charge = await chargeStore.chargeOfTenants(app.db.query, tenants, paymentRef);
  if (!charge) return;
  const { reason, actionable, at } = warning;
  const isNew = await store.saveWarning(app.db.query, {
    id: app.random.id('efw'),
    tenant_id: charge.tenant_id,
    charge_id: charge.id,
    warning_ref: ref,
    reason,
    actionable,
    opened_at: at,
    read_at: readAt,
  });
  const owner = { kind: charge.owner_kind, id: charge.owner_id };
  if (isNew) app.log.warn({ owner, reason }, 'a bank reports a payment as fraud');
}

export interface WarnedPayment {
  readonly tenant: number;
  readonly customerId: string;
  readonly orderId: string;
  /** All orders that were paid with it, this one first (P03): each is given back by itself. */
  readonly orderIds: readonly string[];
  readonly reason: string;
  /** What of it is paid still. */
  readonly amountCents: number;
  readonly since: Date;
}

/** What can still be given back before its bank takes it. */
export async function warnedPayments(app: App, db: Query): Promise<WarnedPayment[]> {
  const rows = await store.warningsWaiting(db, later(app.clock.now(), -DISPUTE_MAY_COME));
  return rows.map((row) => ({
    tenant: row.tenant_id,
    customerId: row.customer_id,
    orderId: row.owner_ids[0],
    orderIds: row.owner_ids,
    reason: row.reason,
    amountCents: row.paid_cents,
    since: row.opened_at,
  }));
}

export async function fraudWarningsOf(db: Query, owner: ChargeOwner) {
  const rows = await store.warningsOf(db, owner);
  return rows.map(({ reason, opened_at: at, left_by: leftBy }) => ({ reason, at, leftBy }));
}

/** Somebody decided that the payment stands. False where nothing waited. */
export async function letPaymentStand(app: App, owner: ChargeOwner, by: string): Promise<boolean> {
  return (await store.leaveWarnings(app.db.query, owner, { by, at: app.clock.now() })) > 0;
}
