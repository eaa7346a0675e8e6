import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { Order, OrderKind } from '../checkout/order-kinds.ts';
import { addCredit, creditGivenBy } from '../credit/credit.ts';
import { ownerOfRow } from '../http/who.ts';
import { lockForWork, mayPlanChange } from '../lines/line-work.ts';
import { beginAnew, type Period, takeBackPeriod } from '../lines/periods.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { planCharge } from '../renewals/autopay-plan.ts';
import { endScheduledFor, resumeScheduledFor, scheduledPlan } from '../renewals/scheduled-plan.ts';
import { unusedOf } from './arithmetic.ts';
import { changeAtCarrier, creditOfRefusals, goBack } from './at-carrier.ts';
import { planChangeWords } from './plan-change-wording.ts';

export interface PlanChangeDetails {
  readonly [name: string]: string | number | boolean;
  readonly when: 'now' | 'renewal';
  readonly number: number;
  readonly planCents: number;
  /** When the unused days were counted: ISO 8601. */
  readonly at: string;
  readonly unusedDays: number;
  readonly unusedCents: number;
  readonly leftCents: number;
}

/** What the quoted days become for each period; undefined when they are not there any more. */
export function quotedCuts(periods: readonly Period[], { at, unusedCents }: PlanChangeDetails) {
  const unused = unusedOf(periods, new Date(at));
  return unused.cents === unusedCents ? unused.each : undefined;
}

export const planChangeKind: OrderKind = {
  async paid(app, tx, order) {
    const { line_id: lineId, quote, tenant_id } = order;
    const details = order.details as PlanChangeDetails;
    if (!lineId) return false;
    await lockForWork(tx, lineId);
    const line = await viewAnyRenewable(tx, lineId);
    if (!line || !(await mayPlanChange(tx, lineId))) return false;
    const plan = { id: quote.planId, retailName: quote.planName, flag: quote.planFlag };
    const paid = {
      number: details.number,
      orderId: order.id,
      planId: plan.id,
      planName: plan.retailName,
      priceCents: details.planCents,
      paidCents: details.planCents - quote.amounts.discountAmount,
    };
    const begun = await beginAnew(app, tx, lineId, paid, (periods) => quotedCuts(periods, details));
    if (!begun) return false;
    await endScheduledFor(app, tx, lineId, order.id);
    await changeAtCarrier(app, tx, {
      line_id: lineId,
      tenant_id,
      order_id: order.id,
      way: 'now',
      begins_at: begun.from,
      plan,
      from: line.plan,
    });
    await planCharge(app, tx, lineId);
    const left = { cents: details.leftCents, reason: 'unused_days', cause: order.id } as const;
    await addCredit(app, tx, ownerOfRow(order), left);
    return true;
  },
  async returned(app, tx, order) {
    const { id, line_id: lineId } = order;
    if (!lineId || !(await takeBackPeriod(app, tx, lineId, id))) return;
    await undo(app, tx, order, lineId);
    await planCharge(app, tx, lineId);
  },
  gave: (tx, ids) => creditGivenBy(tx, 'unused_days', ids),
  words: planChangeWords,
};

/** A renewal that brings the plan that was noted for it (K09). */
export const withNextPlan = (kind: OrderKind): OrderKind => ({
  ...kind,
  async paid(app, tx, order) {
    const { line_id: lineId, quote, tenant_id } = order;
    if (!(await kind.paid(app, tx, order))) return false;
    const line = lineId ? await viewAnyRenewable(tx, lineId) : undefined;
    const begun = line?.periods.at(-1);
    if (!lineId || !line || !begun) return true;
    const noted = await scheduledPlan(tx, lineId);
    if (noted?.id === quote.planId) await endScheduledFor(app, tx, lineId, order.id);
    const last = line.periods.findLast(({ orderId }) => orderId !== order.id);
    const from = { ...line.plan, ...(last && { id: last.planId, retailName: last.planName }) };
    if (quote.planId === from.id) return true;
    await changeAtCarrier(app, tx, {
      line_id: lineId,
      tenant_id,
      order_id: order.id,
      way: 'renewal',
      begins_at: begun.from,
      plan: { id: quote.planId, retailName: quote.planName, flag: quote.planFlag },
      from,
    });
    return true;
  },
  async returned(app, tx, order) {
    await kind.returned?.(app, tx, order);
    if (!order.line_id) return;
    await undo(app, tx, order, order.line_id);
  },
  gave: creditOfRefusals,
});

async function undo(app: App, tx: Tx, { id: orderId }: Order, lineId: string): Promise<void> {
  await resumeScheduledFor(tx, lineId, orderId);
  await goBack(app, tx, { orderId, lineId });
}
