import type { OutputOf } from '@portside/contract/endpoint';
import type { listPrices, PlanPrice } from '@portside/contract/plans';

export type PlacePrices = OutputOf<typeof listPrices> & { readonly zipCode: string };

export function priceOf(prices: PlacePrices | undefined, planId: string): PlanPrice | undefined {
  return prices?.prices.find((one) => one.planId === planId);
}
