import type { Plan } from '@portside/contract/plans';

/** At least this data, at most this price. */
export interface ShopFilter {
  /** Gigabytes, `unlimited`, or empty for any. */
  readonly data: string;
  /** Dollars, or empty for any. */
  readonly price: string;
}

export function filtered<P extends Plan>(plans: readonly P[], filter: ShopFilter): P[] {
  const least = filter.data === 'unlimited' ? Infinity : Number(filter.data || 0);
  const most = filter.price === '' ? Infinity : Number(filter.price);
  return plans.filter((plan) => gigabytes(plan) >= least && plan.retailPrice <= most);
}

/** Only choices that divide these plans. */
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

// Unknown counts as unlimited.
const gigabytes = (plan: Plan) => plan.dataGb ?? Infinity;
