import type { App } from '../app.ts';
import { later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { defineJob, type Moment } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import { giveBackOrder } from '../checkout/refunding.ts';
import { addCredit, creditGivenBy } from '../credit/credit.ts';
import { beginWork, endWork, lockForWork, mayPlanChange } from '../lines/line-work.ts';
import { currentPeriod, keepPlanOfPeriod, setPlan } from '../lines/periods.ts';
import { lineOfNotice } from '../lines/active-lines.ts';
import { viewAnyRenewable, type OwnedRenewable } from '../lines/renewable.ts';
import { refusedEmail, refusedLaterEmail } from './emails.ts';
import * as store from './store.ts';
import { carrierPlanOf } from '../plans/carrier-plan.ts';
import { tellOfLine } from '../lines/told.ts';
import { discountOf } from '../checkout/bill.ts';
import { promoOfLine } from '../promos/using.ts';

export { moveChanges } from './store.ts';

export const tellPlanJob = defineJob<{ changeId: string }>('tell-plan', { atOnce: 8 });

type Change = Pick<
  store.PlanChangeRow,
  'line_id' | 'tenant_id' | 'order_id' | 'way' | 'begins_at'
> & { plan: Plan; from: Plan };

interface Plan {
  readonly id: string;
  readonly retailName: string;
  readonly flag: number;
}

/** The carrier is told when it begins, now or later, and when nothing else is under way. */
export async function changeAtCarrier(app: App, tx: Tx, change: Change): Promise<void> {
  const { plan, from, ...about } = change;
  const now = app.clock.now();
  const row: store.PlanChangeRow = {
    ...about,
    id: app.random.id('pch'),
    plan_id: plan.id,
    plan_name: plan.retailName,
    plan_flag: plan.flag,
    from_plan_id: from.id,
    from_plan_name: from.retailName,
    from_plan_flag: from.flag,
    state: 'planned',
    created_at: now,
    updated_at: now,
  };
  await store.insertChange(tx, row);
  if (row.begins_at <= now) await ask(app, tx, row);
}

async function ask(app: App, tx: Tx, row: store.PlanChangeRow): Promise<void> {
  const { id, line_id: lineId, tenant_id: tenant } = row;
  await lockForWork(tx, lineId);
  if (!(await mayPlanChange(tx, lineId))) return;
  if (!(await store.moveChange(tx, id, ['planned'], 'asked', app.clock.now()))) return;
  await beginWork(app, tx, { tenant, lineId }, 'plan_change');
  await app.jobs.enqueue(tx, tellPlanJob, { changeId: id });
}

const ASKED_AGAIN = minutes(2);

/** Changes that begin now, and those whose job was lost. */
export async function tellPlans(app: App): Promise<void> {
  const db = app.db.query;
  const now = app.clock.now();
  const due = await store.dueChanges(db, now);
  const begin = (id: string) =>
    app.db.transaction(async (tx) => {
      const row = await store.changeById(tx, id);
      if (row?.state === 'planned') await ask(app, tx, row);
    });
  await sweep(app, due, begin, 'a change of plan could not begin yet');
  const lost = await store.unansweredChanges(db, later(now, -ASKED_AGAIN));
  await sweep(app, lost, (id) => tellPlan(app, id), 'the carrier was not told of a plan yet');
}

export const nextPlanStep = (): Moment => store.nextStep(ASKED_AGAIN);

/** Harmless when repeated: the change's id is the carrier's key. @throws OutsideFailure */
export async function tellPlan(app: App, changeId: string): Promise<void> {
  const change = await store.changeById(app.db.query, changeId);
  if (!change || !isAsked(change.state)) return;
  const line = await viewAnyRenewable(app.db.query, change.line_id);
  const hasEnded = !line || line.status === 'ended';
  const answer = hasEnded
    ? 'dropped'
    : (
        await app.adapters.of(line.owner.tenant).carrier.changePlan({
          key: change.id,
          msisdn: line.mdn,
          planId: await carrierPlanOf(app.db.query, change.tenant_id, change.plan_id),
        })
      ).kind;
  if (answer === 'pending') return;
  await app.db.transaction((tx) => finish(app, tx, change, answer));
}

/** A notice says only which line to look at. @throws OutsideFailure */
export async function tellPlanOfLine(
  app: App,
  about: { tenant: number; ref: string },
): Promise<void> {
  const line = await lineOfNotice(app, about);
  const change = line && (await store.openChange(app.db.query, line.id));
  if (change) await tellPlan(app, change.id);
}

const isAsked = (state?: store.PlanChangeRow['state']) => state === 'asked' || state === 'returned';

/** The order's lock before the line's. */
async function finish(
  app: App,
  tx: Tx,
  { id, order_id: orderId, way, line_id: lineId }: store.PlanChangeRow,
  answer: 'changed' | 'refused' | 'dropped',
): Promise<void> {
  // Another run may have had the carrier's yes before the line ended.
  const isOpen = async () => {
    await lockForWork(tx, lineId);
    return isAsked((await store.changeById(tx, id))?.state);
  };
  const gaveBack =
    answer !== 'changed' && way === 'now' && (await giveBackOrder(app, tx, orderId, isOpen));
  await lockForWork(tx, lineId);
  const change = await store.changeById(tx, id);
  const line = await viewAnyRenewable(tx, lineId);
  if (!change || !line) return;
  const end = answer === 'changed' ? 'done' : answer;
  if (!(await store.moveChange(tx, id, ['asked', 'returned'], end, app.clock.now()))) return;
  await endWork(tx, lineId, 'plan_change');
  const { plan, from } = plansOf(change);
  if (answer === 'changed' && change.state === 'asked') return setPlan(app, tx, lineId, plan);
  if (answer === 'changed') {
    // It was paid back meanwhile.
    const back = { ...change, way: 'back', begins_at: app.clock.now() } as const;
    return changeAtCarrier(app, tx, { ...pickAbout(back), plan: from, from: plan });
  }
  await setPlan(app, tx, lineId, line.plan);
  if (answer === 'dropped') return;
  if (way === 'back') {
    app.log.error({ lineId, plan: plan.id }, 'the carrier refuses to take a change of plan back');
  } else if (gaveBack) {
    await write(app, tx, line, refusedEmail, { plan: plan.retailName, cents: 0 });
  } else if (way === 'renewal' && change.state === 'asked') {
    await keepOldPlan(app, tx, line, change);
  }
}

/** The time is paid: it goes on with the old plan, and what was paid above its price is credit. */
async function keepOldPlan(
  app: App,
  tx: Tx,
  line: OwnedRenewable,
  change: store.PlanChangeRow,
): Promise<void> {
  const { plan, from } = plansOf(change);
  const at = line.periods.findIndex((one) => one.orderId === change.order_id);
  const [before, period] = [line.periods[at - 1], line.periods[at]];
  if (!before || !period) return;
  const promo = await promoOfLine(tx, line.id);
  const discount = promo ? discountOf(before.priceCents, promo) : 0;
  const paidCents = Math.min(period.paidCents, before.priceCents - discount);
  const kept = { ...from, priceCents: before.priceCents, paidCents };
  await keepPlanOfPeriod(tx, change.order_id, kept);
  const cents = period.paidCents - paidCents;
  const entry = { cents, reason: 'refund', cause: change.id } as const;
  await addCredit(app, tx, line.owner, entry);
  await write(app, tx, line, refusedLaterEmail, { plan: plan.retailName, cents });
}

/** What a customer has of each order, because the carrier kept the old plan. */
export async function creditOfRefusals(
  tx: Tx,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const changes = await store.changesOfOrders(tx, orderIds);
  const ids = changes.map(({ id }) => id);
  const given = await creditGivenBy(tx, 'refund', ids);
  return new Map(changes.map((one) => [one.order_id, given.get(one.id) ?? 0]));
}

async function write(
  app: App,
  tx: Tx,
  line: OwnedRenewable,
  compose: typeof refusedEmail,
  about: Parameters<typeof refusedEmail>[3],
): Promise<void> {
  await tellOfLine(app, tx, line, 'pay', (brand, reader) => compose(brand, reader, line, about));
}

/** An order's money goes back. The caller has taken back its period. */
export async function goBack(
  app: App,
  tx: Tx,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<void> {
  const now = app.clock.now();
  await followPeriod(tx, lineId);
  const change = await store.changeOfOrder(tx, orderId);
  if (!change) return;
  if (await store.moveChange(tx, change.id, ['planned'], 'dropped', now)) return;
  if (await store.moveChange(tx, change.id, ['asked'], 'returned', now)) return;
  if (change.state !== 'done') return;
  const line = await viewAnyRenewable(tx, lineId);
  const current = line && currentPeriod(line.periods, now);
  if (!current || line.status === 'ended' || current.planId === line.plan.id) return;
  const { from } = plansOf(change);
  const { planId: id, planName: retailName } = current;
  const flag = id === from.id ? from.flag : line.plan.flag;
  const back = { ...pickAbout(change), way: 'back', begins_at: now } as const;
  await changeAtCarrier(app, tx, { ...back, plan: { id, retailName, flag }, from: line.plan });
}

/** What was paid ahead may begin earlier, once the time before it is taken back. */
async function followPeriod(tx: Tx, lineId: string): Promise<void> {
  const planned = await store.openChange(tx, lineId);
  const line = planned && (await viewAnyRenewable(tx, lineId));
  const period = line?.periods.find((one) => one.orderId === planned?.order_id);
  if (planned && period) await store.beginEarlier(tx, planned.id, period.from);
}

const pickAbout = ({
  line_id,
  tenant_id,
  order_id,
  way,
  begins_at,
}: Omit<Change, 'plan' | 'from'>) => ({
  line_id,
  tenant_id,
  order_id,
  way,
  begins_at,
});

const plansOf = (row: store.PlanChangeRow): { plan: Plan; from: Plan } => ({
  plan: { id: row.plan_id, retailName: row.plan_name, flag: row.plan_flag },
  from: { id: row.from_plan_id, retailName: row.from_plan_name, flag: row.from_plan_flag },
});
