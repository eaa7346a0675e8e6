import { stateOfZip } from '@portside/contract/places';
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
  const { plan, place, promo } = sale;
  const planCents = cents(plan.retailPrice);
  const discountCents = promo ? discountOf(planCents, promo) : 0;
  const activationCents = sale.first ? brand.fees.activationCents : 0;
  const taxes = await app.adapters.of(brand.client.mvnoId).tax.taxes({
    ...place,
    planCents: planCents - discountCents,
    activationCents,
  });
  const lines = billLines({
    planName: plan.retailName,
    planCents,
    discountCents,
    promoCode: promo?.code ?? '',
    everyPeriod: promo?.everyPeriod,
    activationCents,
    regulatoryCents: brand.fees.regulatoryCents,
    company: brand.product,
    taxes: taxes.lines,
  });
  return { lines, totalCents: sumUp(lines).finalCheckoutAmount, estimated: taxes.estimated };
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
