import * as z from 'zod/mini';
import { addOn } from './add-on.ts';
import { coverage } from './coverage.ts';
import { endpoint, nothing } from './endpoint.ts';
import { fields } from './fields.ts';
import { shownLabel } from './plan-label.ts';
import { prepayOffer } from './prepay.ts';

const term = z.nullable(z.string().check(z.minLength(1), z.maxLength(40)));

export const planTerms = z.object({
  slowedTo: term,
  hotspot: term,
  roaming: term,
  talk: term,
});
export type PlanTerms = z.infer<typeof planTerms>;

/** As the shop shows it (C02). Dollars a month. */
export const plan = z.object({
  id: z.string(),
  nickname: z.string(),
  /** The line's number; empty in the shop. */
  mdn: z.string(),
  retailName: z.string(),
  retailDescription: z.string(),
  retailPrice: z.number(),
  popular: z.boolean(),
  flag: z.int(),
  dataGb: z.optional(z.nullable(z.number())),
  terms: z.optional(planTerms),
  /** Several months at once, the shortest first; absent: 30 days at a time (P10). */
  prepay: z.optional(z.array(prepayOffer)),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = endpoint({
  name: 'listPlans',
  wire: 'GET /app/plans',
  caller: 'anyone',
  summary: 'The plans and add-ons on sale, in the order of the shop',
  input: nothing,
  output: z.object({ plans: z.array(plan), addOns: z.array(addOn) }),
});

export const viewPlan = endpoint({
  name: 'viewPlan',
  wire: 'GET /app/plans/{id}',
  caller: 'anyone',
  summary: 'One plan',
  input: z.object({ id: z.string().check(z.maxLength(64)) }),
  output: plan,
});

export const listLabels = endpoint({
  name: 'listLabels',
  wire: 'GET /app/plans/labels',
  caller: 'anyone',
  summary: 'The Broadband Facts label of every plan on sale; none where that duty is off',
  input: nothing,
  output: z.object({
    labels: z.array(shownLabel),
    files: z.boolean(),
    open: z.boolean(),
  }),
});

/** Dollars, first day and each later month. */
export const planPrice = z.object({
  planId: z.string(),
  today: z.number(),
  monthly: z.number(),
  lines: z.array(z.object({ kind: z.string(), label: z.string(), amount: z.number() })),
});
export type PlanPrice = z.infer<typeof planPrice>;

export const listPrices = endpoint({
  name: 'listPrices',
  wire: 'GET /app/plans/prices',
  caller: 'anyone',
  summary: 'Every plan’s price at a ZIP code, today and each month, taxes and fees included',
  input: z.object({ zipCode: fields.zipCode }),
  output: z.object({
    prices: z.array(planPrice),
    state: z.string(),
    estimated: z.boolean(),
    coverage,
  }),
  refusals: {
    no_coverage: { message: 'We don’t cover this ZIP Code yet.', field: 'zipCode' },
  },
});
