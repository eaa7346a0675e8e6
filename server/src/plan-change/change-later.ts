import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type * as calls from '@portside/contract/plan-change';
import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Query, Tx } from '../db/database.ts';
import type { Written } from '../emails/email.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { lineBusy } from '../checkout/line-busy.ts';
import type { LineQuote } from '../checkout/line-orders.ts';
import { publishLine } from '../lines/line-news.ts';
import { lockForWork } from '../lines/line-work.ts';
import { isToEnd } from '../lines/endings.ts';
import { nextPeriod } from '../lines/periods.ts';
import { viewRenewable, type Renewable } from '../lines/renewable.ts';
import { dollars } from '../money.ts';
import { sumUp } from '../payments/amounts.ts';
import type { BillLine } from '../payments/bill-lines.ts';
import {
  autopayMoment,
  handMoment,
  keptPlan,
  nextPlan,
  renewalBillFor,
} from '../renewals/next-bill.ts';
import {
  scheduledNames,
  scheduledPlan,
  schedulePlan,
  unschedulePlan,
} from '../renewals/scheduled-plan.ts';
import { noteActivity } from '../sessions/activity.ts';
import { say } from '../words/say.ts';
import { isAsQuoted } from './change-now.ts';
import { notedEmail, takenBackEmail } from './emails.ts';
import type { PlanChangeDetails } from './plan-change-kind.ts';
import { requireLine } from './plan-quote.ts';
import * as store from './store.ts';
import { type LineReader, tellOfLine } from '../lines/told.ts';

type Change = typeof calls.changePlan;
type Undo = typeof calls.undoPlanChange;
type NextPlan = NonNullable<OutputOf<Change>['nextPlan']>;

/**
 * Notes the plan for the next payment; noted again it is the same (K09). @returns undefined when
 * the line is not as it was quoted
 */
export async function noteChange(
  app: App,
  who: Customer,
  line: Renewable,
  quote: LineQuote,
): Promise<OutputOf<Change> | Refused<ReasonOf<Change>> | undefined> {
  const { planCents: cents } = quote.details as PlanChangeDetails;
  const plan = { id: quote.plan_id, retailName: quote.plan_name, flag: quote.plan_flag, cents };
  const bill = quote.lines.filter((one) => one.kind !== 'credit');
  const totalCents = sumUp(bill).finalCheckoutAmount;
  const addOns = addOnsIn(bill);
  const done = await app.db.transaction(async (tx) => {
    await lockForWork(tx, line.id);
    const now = await viewRenewable(tx, who, line.id);
    if (!now || now.status === 'ended') return refused('line_ended');
    if (await isToEnd(tx, line.id)) return refused('line_ends');
    const busy = await lineBusy(tx, line.id, 'plan_change', who);
    if (busy) return busy;
    if (await store.openChange(tx, line.id)) return refused('next_plan_paid');
    if (!isAsQuoted(app, now, quote)) return undefined;
    const noted = await scheduledPlan(tx, line.id);
    const { from: on } = nextPeriod(now.periods, app.clock.now());
    if (noted?.id !== plan.id || noted.cents !== cents) {
      const shown = { ...who, totalCents };
      await schedulePlan(app, tx, { id: line.id, tenant: who.tenant }, plan, shown);
      const about = { plan: plan.retailName, on, cents, addOns, totalCents };
      await tell(app, tx, who, now, (brand, reader) => notedEmail(brand, reader, now, about));
      const detail = { line: phone(now.mdn), plan: plan.retailName };
      await noteActivity(app, tx, who, 'plan_noted', detail);
    }
    return { on };
  });
  if (!done || !('on' in done)) return done;
  const { id, retailName } = plan;
  const next = { id, retailName, on: done.on.toISOString() };
  return {
    status: 'noted',
    message: say(who.language, 'Your line gets {plan} with the next payment.', {
      plan: retailName,
    }),
    nextPlan: { ...next, retailPrice: dollars(cents), paid: false },
  };
}

const addOnsIn = (bill: readonly BillLine[]) => bill.filter(({ kind }) => kind === 'add_on');

/** Takes it back; harmless when nothing is noted. */
export async function undoPlanChange(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Undo>,
): Promise<OutputOf<Undo> | Refused<ReasonOf<Undo>>> {
  const line = await requireLine(app, who, id);
  const seller = { tenant: who.tenant, brand: who.brand };
  const kept = await keptPlan(app, who.tenant, line, autopayMoment(app, seller, line));
  const bill = (await renewalBillFor(app, seller, line, kept)).lines;
  const totalCents = sumUp(bill).finalCheckoutAmount;
  return app.db.transaction(async (tx) => {
    await lockForWork(tx, id);
    if (!(await scheduledPlan(tx, id))) {
      const isPaid = (await store.openChange(tx, id)) !== undefined;
      if (isPaid) return refused('next_plan_paid');
      return { message: say(who.language, 'Your line keeps its plan.') };
    }
    const busy = await lineBusy(tx, id, 'plan_change_undo', who);
    if (busy) return busy;
    await unschedulePlan(app, tx, id, { ...who, totalCents });
    const about = { plan: kept.retailName, addOns: addOnsIn(bill), totalCents };
    await tell(app, tx, who, line, (brand, reader) => takenBackEmail(brand, reader, line, about));
    await noteActivity(app, tx, who, 'plan_taken_back', { line: phone(line.mdn) });
    return { message: say(who.language, 'Your line keeps its plan.') };
  });
}

async function tell(
  app: App,
  tx: Tx,
  who: Customer,
  { id, status }: Renewable,
  write: (brand: Brand, reader: LineReader) => Written,
): Promise<void> {
  const row = { id, tenant_id: who.tenant, customer_id: who.customerId };
  await tellOfLine(app, tx, row, 'pay', write);
  await publishLine(app, tx, row, status);
}

/** The names of plans that are noted for the next payments of lines, by line; they can be taken back. */
export const notedPlans = scheduledNames;

/** Noted, or paid and not begun. */
export const hasNextPlan = async (db: Query, lineId: string): Promise<boolean> =>
  (await store.openChange(db, lineId)) !== undefined ||
  (await scheduledPlan(db, lineId)) !== undefined;

/** Paid, and not begun. */
export const isPlanPaidAhead = async (db: Query, lineId: string): Promise<boolean> =>
  (await store.openChange(db, lineId)) !== undefined;

/** What the line is about to get, for its page. */
export async function nextPlanOf(
  app: App,
  tenant: number,
  line: Renewable,
): Promise<NextPlan | undefined> {
  if (line.status === 'ended') return undefined;
  const db = app.db.query;
  const change = await store.openChange(db, line.id);
  if (change) {
    const paid = line.periods.find((one) => one.orderId === change.order_id) ?? line.periods.at(-1);
    return {
      id: change.plan_id,
      retailName: change.plan_name,
      on: change.begins_at.toISOString(),
      retailPrice: dollars(paid?.priceCents ?? 0),
      paid: true,
    };
  }
  if (!(await scheduledPlan(db, line.id)) || (await isToEnd(db, line.id))) return undefined;
  const now = app.clock.now();
  const seller = { brand: app.brands.byTenant(tenant) };
  const at = handMoment(app, seller, line);
  const { id, retailName, cents } = await nextPlan(app, tenant, line, at);
  const { from } = nextPeriod(line.periods, now);
  const on = from.toISOString();
  return { id, retailName, on, retailPrice: dollars(cents), paid: false };
}
