import { stateOfZip } from '@portside/contract/places';
import type { PrepayOffer } from '@portside/contract/prepay';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { type DueAddOn, addOnsDue } from '../add-ons/recurring.ts';
import { withAddOns } from '../checkout/bill.ts';
import type { LineSale } from '../checkout/line-orders.ts';
import { addOnPrice } from '../checkout/plan-price.ts';
import type { Query } from '../db/database.ts';
import { cents } from '../money.ts';
import type { Renewable } from '../lines/renewable.ts';
import { findPlan } from '../plans/plans.ts';
import { promoOfLine } from '../promos/using.ts';
import { standingRises } from '../plans/price-rises.ts';
import { sumUp } from '../payments/amounts.ts';
import { chargeTime } from './autopay-times.ts';
import * as nextPlanStore from './next-plan-store.ts';
import { announcedPrice, type KnownPrice, renewalBill, renewalCents } from './renewal-price.ts';

type SoldPlan = LineSale['plan'] & { cents: number };

type PlanBill = Pick<LineSale, 'place' | 'lines' | 'estimated'> & { plan: SoldPlan };
export type NextBill = PlanBill & { addOns: DueAddOn[] };

interface Seller {
  tenant: number;
  brand: Brand;
}

interface KnownPlan {
  plan: LineSale['plan'];
  price: KnownPrice;
}

/** The plan of what is paid last, at the price that may be charged then (K07). */
export const keptPlan = async (
  app: App,
  tenant: number,
  line: Renewable,
  at: Date,
): Promise<SoldPlan> => soldAt(await knownKept(app, tenant, line), at);

/** The plan of the next payment: the one that was noted (K09), or the same again. */
export const nextPlan = async (
  app: App,
  tenant: number,
  line: Renewable,
  at: Date,
): Promise<SoldPlan> => soldAt(await knownNext(app, tenant, line), at);

/** What the plan of the next payment is going to cost, as it was announced (K07). */
export async function comingRise(
  app: App,
  tenant: number,
  line: Renewable,
): Promise<{ plan: string; cents: number; from: Date } | undefined> {
  const has = await nextPlanStore.extrasOf(app.db.query, line.id);
  if (!has.notices) return undefined;
  const { plan, price } = await knownNext(app, tenant, line, has);
  const rise = announcedPrice(price, app.clock.now());
  return rise && { plan: plan.retailName, ...rise };
}

const soldAt = ({ plan, price }: KnownPlan, at: Date): SoldPlan => ({
  ...plan,
  cents: renewalCents(price, at),
});

async function knownKept(
  app: App,
  tenant: number,
  line: Renewable,
  has: Pick<nextPlanStore.Extras, 'notices'> = nextPlanStore.mayHaveAll,
): Promise<KnownPlan> {
  const last = line.periods.at(-1);
  const id = last?.planId ?? line.plan.id;
  const onSale = await findPlan(app, tenant, id);
  const todayCents = onSale && cents(onSale.retailPrice);
  const lastCents = last?.priceCents ?? todayCents ?? 0;
  const flag = id === line.plan.id ? line.plan.flag : (onSale?.flag ?? line.plan.flag);
  const told = has.notices ? await toldRises(app, tenant, line.id, id) : [];
  return {
    plan: { id, retailName: last?.planName ?? line.plan.retailName, flag },
    price: { lastCents, todayCents, told },
  };
}

async function knownNext(
  app: App,
  tenant: number,
  line: Renewable,
  has = nextPlanStore.mayHaveAll,
): Promise<KnownPlan> {
  const noted = has.plan ? await nextPlanStore.scheduledPlan(app.db.query, line.id) : undefined;
  if (!noted) return knownKept(app, tenant, line, has);
  const onSale = await findPlan(app, tenant, noted.plan_id);
  return {
    plan: { id: noted.plan_id, retailName: noted.plan_name, flag: noted.plan_flag },
    price: {
      lastCents: noted.plan_cents,
      todayCents: onSale && cents(onSale.retailPrice),
      told: has.notices ? await toldRises(app, tenant, line.id, noted.plan_id) : [],
    },
  };
}

/** Asked where the payment is written, so that none is made for a plan that was taken back. */
export async function isNextPlan(
  db: Query,
  line: Pick<Renewable, 'id' | 'plan' | 'periods'>,
  planId: string,
): Promise<boolean> {
  const noted = await nextPlanStore.scheduledPlan(db, line.id);
  return planId === (noted?.plan_id ?? line.periods.at(-1)?.planId ?? line.plan.id);
}

async function toldRises(app: App, tenant: number, lineId: string, planId: string) {
  const db = app.db.query;
  const notices = await nextPlanStore.noticesOf(db, lineId);
  if (notices.length === 0) return [];
  const toldAt = new Map(notices.map((one) => [one.rise_id, one.told_at]));
  return (await standingRises(db, tenant, planId)).flatMap(({ id, cents: risen }) => {
    const at = toldAt.get(id);
    return at ? [{ cents: risen, at }] : [];
  });
}

/** Autopay asks for the price of its usual hour, also when it charges later: that was told. */
export const autopayMoment = (app: App, { brand }: Pick<Seller, 'brand'>, line: Renewable): Date =>
  line.paidUntil ? chargeTime(line.holder, line.paidUntil, brand.timeZone) : app.clock.now();

/** By hand it is today's price, and after that hour the same as autopay's: these 30 days have one (K07). */
export function handMoment(app: App, seller: Pick<Seller, 'brand'>, line: Renewable): Date {
  const [now, usual] = [app.clock.now(), autopayMoment(app, seller, line)];
  return usual < now ? usual : now;
}

/** What is paid next, by autopay unless it says when, in cents, without the customer's credit. */
export async function nextAmount(
  app: App,
  seller: Seller,
  line: Renewable,
  at = autopayMoment(app, seller, line),
): Promise<number> {
  const bill = await nextBill(app, seller, line, at);
  return sumUp(bill.lines).finalCheckoutAmount;
}

/** Before any credit. */
export async function nextBill(
  app: App,
  seller: Seller,
  line: Renewable,
  at: Date,
  term?: PrepayOffer,
): Promise<NextBill> {
  const has = await nextPlanStore.extrasOf(app.db.query, line.id);
  const plan = soldAt(await knownNext(app, seller.tenant, line, has), at);
  return renewalBillFor(app, seller, line, plan, { term, has });
}

/** A plan and the add-ons that recur. */
export async function renewalBillFor(
  app: App,
  seller: Seller,
  line: Renewable,
  plan: SoldPlan,
  {
    term,
    has = nextPlanStore.mayHaveAll,
  }: { term?: PrepayOffer | undefined; has?: nextPlanStore.Extras } = {},
): Promise<NextBill> {
  const bill = await planBill(app, seller, line, plan, { term, has });
  const addOns = has.addOns ? await addOnsDue(app, seller.tenant, line.id) : [];
  let { lines, estimated } = bill;
  for (const { name, cents: price } of addOns) {
    const extra = await addOnPrice(app, seller.tenant, { name, cents: price }, placeOf(line));
    lines = withAddOns(lines, extra.lines);
    estimated ||= extra.estimated;
  }
  return { ...bill, addOns, lines, estimated };
}

type Placed = Pick<Renewable, 'id' | 'address' | 'zipCode'>;

/** 30 days of a plan, or several months, at the line's address, less a code for every period. */
export async function planBill(
  app: App,
  { brand }: Pick<Seller, 'brand'>,
  line: Placed,
  plan: SoldPlan,
  {
    term,
    has = nextPlanStore.mayHaveAll,
  }: { term?: PrepayOffer | undefined; has?: nextPlanStore.Extras } = {},
): Promise<PlanBill> {
  const place = placeOf(line);
  const promo = has.promo ? await promoOfLine(app.db.query, line.id) : undefined;
  const bill = await renewalBill(app, brand, plan, place, promo, term);
  const { zipCode, state } = place;
  return { plan, place: { zipCode, state }, lines: bill.lines, estimated: bill.estimated };
}

export function placeOf({ address, zipCode }: Omit<Placed, 'id'>) {
  const state = address?.state ?? stateOfZip(zipCode) ?? '';
  return { zipCode, state, ...(address && { address }) };
}
