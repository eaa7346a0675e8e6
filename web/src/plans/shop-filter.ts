import type { Plan } from '@portside/contract/plans';

/** What the shop shows: at least so much data, at most so many dollars a month. */
export interface ShopFilter {
  /** Gigabytes; `unlimited`, or empty for any. */
  readonly data: string;
  /** Dollars, or empty for any. */
  readonly price: string;
}

/** Those plans that both choices let through, in the shop's order. */
export function filtered<P extends Plan>(plans: readonly P[], filter: ShopFilter): P[] {
  const least = filter.data === 'unlimited' ? Infinity : Number(filter.data || 0);
  const most = filter.price === '' ? Infinity : Number(filter.price);
  return plans.filter((plan) => gigabytes(plan) >= least && plan.retailPrice <= most);
}

/** Choices that part these plans: amounts of data, and round prices between the least and the most. */
export function choices(plans: readonly Plan[]): { data: string[]; price: string[] } {
  const sizes = new Set(plans.map(gigabytes));
  const data = [...sizes].toSorted((a, b) => a - b).slice(1);
  const prices = plans.map((plan) => plan.retailPrice);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const steps = [15, 20, 25, 30, 35, 40, 50, 60].filter((step) => step > least && step < most);
  return {
    data: data.map((size) => (size === Infinity ? 'unlimited' : String(size))),
    price: steps.map(String),
  };
}

// A plan that does not tell is not sorted out for being small.
const gigabytes = (plan: Plan) => plan.dataGb ?? Infinity;
