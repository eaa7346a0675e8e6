import * as z from 'zod/mini';
import { coverage } from './coverage.ts';
import { endpoint, nothing } from './endpoint.ts';
import { fields } from './fields.ts';
import { shownLabel } from './plan-label.ts';

const term = z.nullable(z.string().check(z.minLength(1), z.maxLength(40)));

/** What the comparison says of a plan beside price and data, in a few words each; null is none of it. */
export const planTerms = z.object({
  /** Once the fast data is used up: `512 kbps`. Null: it never is. */
  slowedTo: term,
  hotspot: term,
  roaming: term,
  /** Where calls and texts go without a charge: `US, Canada, Mexico`. */
  talk: term,
});
export type PlanTerms = z.infer<typeof planTerms>;

/** A plan as the shop shows it (C02, specification section 3). Prices are dollars a month. */
export const plan = z.object({
  id: z.string(),
  nickname: z.string(),
  /** The number a plan runs on once it is a line's; empty in the shop. */
  mdn: z.string(),
  retailName: z.string(),
  /** Newline-separated lines, one selling point each. */
  retailDescription: z.string(),
  retailPrice: z.number(),
  popular: z.boolean(),
  /** Which of the brand's six plan flags stands for it. */
  flag: z.int(),
  /** Gigabytes of fast data a month; null has no limit. */
  dataGb: z.optional(z.nullable(z.number())),
  terms: z.optional(planTerms),
});
export type Plan = z.infer<typeof plan>;

export const listPlans = endpoint({
  name: 'listPlans',
  wire: 'GET /app/plans',
  caller: 'anyone',
  summary: 'The plans on sale, in the order of the shop',
  input: nothing,
  output: z.object({ plans: z.array(plan) }),
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
    /** They are to be had as files for programs too (`/broadband-facts.csv`, `.json`). */
    files: z.boolean(),
    /** Each stands open beside its plan; else it is folded behind its name. */
    open: z.boolean(),
  }),
});

/** What a plan costs at a place, in dollars: on the first day, and in each month after it. */
export const planPrice = z.object({
  planId: z.string(),
  today: z.number(),
  monthly: z.number(),
  /** What `today` is made of. */
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
    /** The state that the taxes are of. */
    state: z.string(),
    /** The taxes come from the built-in table, not from a tax service. */
    estimated: z.boolean(),
    /** Never `none`: that is refused. */
    coverage,
  }),
  refusals: {
    no_coverage: { message: 'We don’t cover this ZIP Code yet.', field: 'zipCode' },
  },
});
