import { trueLabel } from '@portside/contract/console/true-label';
import { planTerms } from '@portside/contract/plans';
import { prepayMonths } from '@portside/contract/prepay';
import * as z from 'zod';
import type { Brand } from '../brands/brands.ts';
import { cents } from '../money.ts';
import { dearOrTwice, inCents } from './prepay.ts';

const planWords = z.object({
  retailDescription: z.string().min(1).optional(),
  label: z
    .object({
      includedData: z.string().min(1),
      additionalData: z.string().min(1),
      /** By the fee's name in the plan's label. */
      feeNames: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
  terms: z.optional(planTerms),
});
export type PlanWords = z.infer<typeof planWords>;

const most = z.number().positive().optional();
/** Besides `dataGb`. Without one of its own, hotspot comes out of the plan's data. */
const planLimits = z.strictObject({
  hotspotGb: most,
  roamingGb: most,
  talkMinutes: most,
  texts: most,
});
export type PlanLimits = z.infer<typeof planLimits>;

/** Dollars a month. */
const plansInFile = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{2,64}$/),
    /** What the carrier calls it, where that is not `id`. */
    carrierPlanId: z.string().min(1).max(100).optional(),
    nickname: z.string().min(1),
    retailName: z.string().min(1),
    retailDescription: z.string().min(1),
    retailPrice: z.number().min(0.5).max(1000),
    popular: z.boolean().default(false),
    flag: z.int().min(1).max(6),
    dataGb: z.number().positive().nullable(),
    limits: z.optional(planLimits),
    label: z.optional(trueLabel),
    terms: z.optional(planTerms),
    /** Several months at once: dollars for all of them (P10). */
    prepay: z
      .array(z.strictObject({ months: prepayMonths, price: z.number().min(0.5).max(12_000) }))
      .optional(),
    /** The words of the plan in Spanish; what is missing stays English. Names are names. */
    es: z.optional(planWords),
  }),
);

type PlanInFile = z.infer<typeof plansInFile>[number];

/** Names are names, in every language. Dollars. */
const addOnsInFile = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{2,64}$/),
    /** What the carrier calls it, where that is not `id`. */
    carrierAddOnId: z.string().min(1).max(100).optional(),
    name: z.string().min(1).max(40),
    description: z.string().min(1).max(200).optional(),
    price: z.number().min(0.5).max(1000),
    /** More data, a thousand to the GB. */
    megabytes: z.int().positive().max(10_000_000).optional(),
    validity: z.literal('period').default('period'),
    recurring: z.boolean().default(false),
    es: z.object({ description: z.string().min(1).max(200).optional() }).optional(),
  }),
);
type AddOnInFile = z.infer<typeof addOnsInFile>[number];

/**
 * A brand's `plans.json`: its plans, or `{ plans, addOns }`. A file that does not say which add-ons
 * there are leaves them as they are.
 */
const planFile = z.object({ plans: plansInFile, addOns: addOnsInFile.optional() });

export interface ReadPlans {
  plans: readonly PlanInFile[];
  addOns: readonly AddOnInFile[] | undefined;
  problems: string[];
}

export function readPlans(brand: Brand, file: unknown): ReadPlans {
  const whole = Array.isArray(file) ? { plans: file as unknown[] } : file;
  const parsed = planFile.safeParse(whole);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => problemOf(whole, issue));
    return { plans: [], addOns: undefined, problems };
  }
  const { plans, addOns } = parsed.data;
  const unlabelled = brand.duties.broadbandLabels ? plans.filter((plan) => !plan.label) : [];
  const labels = plans.flatMap((plan) => plan.label?.uniquePlanId ?? []);
  const sellsData = addOns?.some((one) => one.megabytes !== undefined) ?? false;
  const denies = plans.filter((plan) => /\bnot sold\b/i.test(plan.label?.additionalData ?? ''));
  return {
    plans,
    addOns,
    problems: [
      ...unlabelled.map((plan) => `plan ${plan.id}: label is missing (Broadband Facts)`),
      ...twice(plans.map((plan) => plan.id)).map((id) => `plan ${id}: two plans have this id`),
      ...plans.flatMap(({ id, retailPrice, prepay = [] }) =>
        dearOrTwice(cents(retailPrice), prepay.map(inCents)).map(
          (one) => `plan ${id}: prepay: ${one}`,
        ),
      ),
      ...twice(labels).map((id) => `label.uniquePlanId ${id}: two plans have it`),
      ...twice(addOns?.map((one) => one.id) ?? []).map(
        (id) => `add-on ${id}: two add-ons have this id`,
      ),
      ...(sellsData ? denies : []).map(
        (plan) =>
          `plan ${plan.id}: label.additionalData: more data is sold (addOns), but this says it is not`,
      ),
    ],
  };
}

/** `plan sloop-12: label.speeds.0.latency: expected string`. */
function problemOf(file: unknown, issue: z.core.$ZodIssue): string {
  const [list, at, ...rest] = issue.path;
  const all = (file as Record<string, unknown> | null)?.[String(list)];
  const one: unknown = Array.isArray(all) && typeof at === 'number' ? all[at] : undefined;
  const id = (one as { id?: unknown } | undefined)?.id;
  if (at === undefined) return `${list === undefined ? 'file' : String(list)}: ${issue.message}`;
  const what = list === 'addOns' ? 'add-on' : 'plan';
  const name = typeof id === 'string' ? id : `number ${Number(at) + 1}`;
  return `${what} ${name}: ${rest.join('.')}: ${issue.message}`;
}

const twice = (all: readonly string[]) => [
  ...new Set(all.filter((one, at) => all.indexOf(one) !== at)),
];
