import { stateOfZip } from '@portside/contract/places';
import type { PrepayOffer } from '@portside/contract/prepay';
import type { Taxable } from '../adapters/tax/tax.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { coverageAt } from '../coverage/coverage.ts';
import { cents } from '../money.ts';
import { billLines, discountOf, taxLine } from './bill.ts';
import { sumUp } from '../payments/amounts.ts';
import type { BillLine } from '../payments/bill-lines.ts';
import type { PromoOff } from '../promos/using.ts';

/** Cents. */
export interface PlanPrice {
  lines: BillLine[];
  totalCents: number;
  estimated: boolean;
}

type Place = Pick<Taxable, 'zipCode' | 'state' | 'address'>;

export interface Sale {
  plan: { retailName: string; retailPrice: number };
  /** Several months at once; 30 days without (P10). */
  term?: PrepayOffer | undefined;
  place: Place;
  promo?: (Pick<PromoOff, 'code'> & Partial<PromoOff>) | undefined;
  first: boolean;
}

/** Undefined where no line can be used. */
export async function coveredPlace(app: App, tenant: number, zipCode: string, named?: string) {
  const network = await coverageAt(app, tenant, zipCode);
  const state = named ?? stateOfZip(zipCode);
  return network === 'none' || !state ? undefined : { zipCode, state, network };
}

/** The price rule of what is bought with a plan: plan, discount, fees and taxes. */
export async function priceOf(app: App, brand: Brand, sale: Sale): Promise<PlanPrice> {
  const { plan, place, promo, term } = sale;
  const months = term?.months ?? 1;
  const planCents = cents(term?.price ?? plan.retailPrice);
  const discountCents = promo ? discountOn(planCents, months, promo) : 0;
  const activationCents = sale.first ? brand.fees.activationCents : 0;
  const taxes = await app.adapters.of(brand.client.mvnoId).tax.taxes({
    ...place,
    planCents: planCents - discountCents,
    activationCents,
    // What is owed for each line is owed for each of its months.
    ...(term && { lines: months }),
  });
  const lines = billLines({
    planName: plan.retailName,
    planCents,
    months: term?.months,
    discountCents,
    promoCode: promo?.code ?? '',
    everyPeriod: promo?.everyPeriod,
    activationCents,
    regulatoryCents: brand.fees.regulatoryCents * months,
    company: brand.product,
    taxes: taxes.lines,
  });
  return { lines, totalCents: sumUp(lines).finalCheckoutAmount, estimated: taxes.estimated };
}

/** A code that comes off once comes off one of the months; one for each payment, off each of them. */
function discountOn(planCents: number, months: number, promo: Partial<PromoOff>): number {
  const { percentOff, centsOff } = promo;
  if (!promo.everyPeriod) return discountOf(Math.round(planCents / months), promo);
  return discountOf(planCents, {
    ...(percentOff && { percentOff }),
    ...(centsOff && { centsOff: centsOff * months }),
  });
}

/** Fees that are for each line are paid by its plan. */
export async function addOnPrice(
  app: App,
  tenant: number,
  addOn: { name: string; cents: number },
  place: Place,
): Promise<Omit<PlanPrice, 'totalCents'>> {
  const asked = { ...place, planCents: 0, activationCents: 0, addOnCents: addOn.cents, lines: 0 };
  const taxes = await app.adapters.of(tenant).tax.taxes(asked);
  const bought: BillLine = { kind: 'add_on', ...addOn };
  return { lines: [bought, ...taxes.lines.map(taxLine)], estimated: taxes.estimated };
}
