import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/plan-change';
import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { notFound, Refused, refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import { type LineQuote, lineQuoteOf, quoteForLine } from '../checkout/line-orders.ts';
import { freeCredit } from '../checkout/order-credit.ts';
import { isToEnd } from '../lines/endings.ts';
import { valueOf } from '../lines/period-value.ts';
import { nextPeriod, paymentsBehind, type Period } from '../lines/periods.ts';
import { viewRenewable, type Renewable } from '../lines/renewable.ts';
import { cents, dollars } from '../money.ts';
import { sumUp } from '../payments/amounts.ts';
import type { BillLine } from '../payments/bill-lines.ts';
import { isTakenBack } from '../payments/disputes.ts';
import { findPlan } from '../plans/plans.ts';
import { planBill, renewalBillFor } from '../renewals/next-bill.ts';
import { leftOver, unusedOf } from './arithmetic.ts';
import type { PlanChangeDetails } from './plan-change-kind.ts';
import * as store from './store.ts';

type QuoteCall = typeof calls.quotePlanChange;
type When = PlanChangeDetails['when'];

/** @throws No `not_found`, also for another customer's line */
export async function quotePlanChange(
  app: App,
  who: Customer,
  { id, planId, when }: ParsedInputOf<QuoteCall>,
): Promise<OutputOf<QuoteCall> | Refused<ReasonOf<QuoteCall>>> {
  const line = await requireLine(app, who, id);
  const quote = await freshQuote(app, who, line, { planId, when });
  return quote instanceof Refused ? quote : onWire(app, who, line, quote);
}

export async function requireLine(app: App, who: Customer, id: string): Promise<Renewable> {
  const line = await viewRenewable(app.db.query, who, id);
  if (!line) throw notFound();
  return line;
}

export async function freshQuote(
  app: App,
  who: Customer,
  line: Renewable,
  wish: { planId: string; when: When },
): Promise<LineQuote | Refused<ReasonOf<QuoteCall>>> {
  if (line.status === 'ended') return refused('line_ended');
  if (await isToEnd(app.db.query, line.id)) return refused('line_ends');
  const last = line.periods.at(-1);
  if (!last) return refused('not_active');
  const busy = await lineBusy(app.db.query, line.id, 'plan_change', who);
  if (busy) return busy;
  if (await store.openChange(app.db.query, line.id)) return refused('next_plan_paid');
  const plan = await findPlan(app, who.tenant, wish.planId);
  if (!plan) return refused('unknown_plan');
  const has = wish.when === 'now' ? line.plan.id : last.planId;
  if (plan.id === has) return refused('same_plan');
  const now = app.clock.now();
  if (wish.when === 'now' && (await isDisputed(app.db.query, line.periods, now))) {
    return refused('payment_disputed');
  }
  const planCents = cents(plan.retailPrice);
  const sold = { id: plan.id, retailName: plan.retailName, flag: plan.flag, cents: planCents };
  const bill =
    wish.when === 'now'
      ? await planBill(app, who, line, sold)
      : await renewalBillFor(app, { tenant: who.tenant, brand: who.brand }, line, sold);
  const { number } = nextPeriod(line.periods, now);
  const none = { unusedDays: 0, unusedCents: 0, leftCents: 0, lines: [] };
  const unused = wish.when === 'now' ? await unusedLines(app, who, line, bill.lines, now) : none;
  const { lines, ...counted } = unused;
  const details: PlanChangeDetails = {
    when: wish.when,
    number,
    planCents,
    at: now.toISOString(),
    ...counted,
  };
  return quoteForLine(app, who, {
    kind: 'plan_change',
    lineId: line.id,
    paysFor: wish.when === 'now' ? `period ${number}` : 'noted',
    details,
    plan: sold,
    place: bill.place,
    estimated: bill.estimated,
    lines: [...bill.lines, ...lines],
  });
}

/** What the bank may give back, or gave back, does not count toward a plan as well. */
export async function isDisputed(
  db: Query,
  periods: readonly Period[],
  now: Date,
): Promise<boolean> {
  const left = periods.filter((one) => valueOf(one, now).left > 0);
  for (const id of new Set((await paymentsBehind(db, left)).values())) {
    if (await isTakenBack(db, { kind: 'order', id })) return true;
  }
  return false;
}

async function unusedLines(
  app: App,
  who: Customer,
  line: Renewable,
  billed: readonly BillLine[],
  now: Date,
) {
  const unused = unusedOf(line.periods, now);
  const leftCents = leftOver({
    grossCents: sumUp([...billed]).finalCheckoutAmount,
    unusedCents: unused.cents,
    freeCreditCents: await freeCredit(app.db.query, who),
    leastCents: app.adapters.of(who.tenant).payment.leastCents,
  });
  const lines: BillLine[] = [
    { kind: 'unused_days', days: String(unused.days), cents: -unused.cents },
    { kind: 'credit_left', cents: leftCents },
  ];
  return {
    unusedDays: unused.days,
    unusedCents: unused.cents,
    leftCents,
    lines: lines.filter((one) => one.cents !== 0),
  };
}

/** Changed now, the new period begins at the payment. */
export function onWire(
  app: App,
  who: Customer,
  line: Renewable,
  quote: LineQuote,
): OutputOf<QuoteCall> {
  const { when, unusedDays, unusedCents, leftCents } = quote.details as PlanChangeDetails;
  const now = app.clock.now();
  const next = when === 'now' ? nextPeriod([], now) : nextPeriod(line.periods, now);
  const period = { from: next.from.toISOString(), to: next.to.toISOString() };
  return {
    ...lineQuoteOf(quote, who.language),
    period,
    creditForUnusedDays: dollars(unusedCents),
    unusedDays,
    creditLeft: dollars(leftCents),
    effectiveOn: period.from,
  };
}
