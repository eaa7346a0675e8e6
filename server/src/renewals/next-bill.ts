import { stateOfZip } from '@portside/contract/places';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { type DueAddOn, addOnsDue } from '../add-ons/recurring.ts';
import { withAddOns } from '../checkout/bill.ts';
import type { LineSale } from '../checkout/line-orders.ts';
import { addOnPrice } from '../checkout/plan-price.ts';
import { cents } from '../money.ts';
import type { Renewable } from '../lines/renewable.ts';
import { findPlan } from '../plans/plans.ts';
import { sumUp } from '../payments/amounts.ts';
import { renewalBill, renewalCents } from './renewal-price.ts';

export type NextBill = Pick<LineSale, 'place' | 'lines' | 'estimated'> & {
  plan: LineSale['plan'] & { cents: number };
  addOns: DueAddOn[];
};

export async function nextPlan(
  app: App,
  tenant: number,
  line: Renewable,
): Promise<NextBill['plan']> {
  const onSale = await findPlan(app, tenant, line.plan.id);
  const known = {
    lastCents: line.periods.at(-1)?.priceCents ?? (onSale ? cents(onSale.retailPrice) : 0),
    todayCents: onSale && cents(onSale.retailPrice),
    told: [],
  };
  return { ...line.plan, cents: renewalCents(known, app.clock.now()) };
}

/** The total of it, in cents, without the customer's credit. */
export async function nextAmount(
  app: App,
  seller: { tenant: number; brand: Brand },
  line: Renewable,
): Promise<number> {
  return sumUp((await nextBill(app, seller, line)).lines).finalCheckoutAmount;
}

/** Plan and add-ons that recur, at the line's address, before any credit. */
export async function nextBill(
  app: App,
  { tenant, brand }: { tenant: number; brand: Brand },
  line: Renewable,
): Promise<NextBill> {
  const plan = await nextPlan(app, tenant, line);
  const { address, zipCode } = line;
  const state = address?.state ?? stateOfZip(zipCode) ?? '';
  const place = { zipCode, state, ...(address && { address }) };
  const bill = await renewalBill(app, brand, plan, place);
  const addOns = await addOnsDue(app, tenant, line.id);
  let { lines, estimated } = bill;
  for (const one of addOns) {
    const { name, cents: price } = one;
    const extra = await addOnPrice(app, { name, cents: price }, place);
    lines = withAddOns(lines, extra.lines);
    estimated ||= extra.estimated;
  }
  return { plan, addOns, place: { zipCode, state }, lines, estimated };
}
