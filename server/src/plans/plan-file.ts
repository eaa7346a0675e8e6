import { planLabel } from '@portside/contract/plan-label';
import { planTerms } from '@portside/contract/plans';
import * as z from 'zod';
import type { Brand } from '../brands.ts';

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

/** A brand's `plans.json`. Dollars a month. */
const planFile = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{2,64}$/),
    nickname: z.string().min(1),
    retailName: z.string().min(1),
    retailDescription: z.string().min(1),
    retailPrice: z.number().min(0.5).max(1000),
    popular: z.boolean().default(false),
    flag: z.int().min(1).max(6),
    dataGb: z.number().positive().nullable(),
    label: z.optional(planLabel),
    terms: z.optional(planTerms),
    /** The words of the plan in Spanish; what is missing stays English. Names are names. */
    es: z.optional(planWords),
  }),
);

type PlanInFile = z.infer<typeof planFile>[number];

export function readPlans(
  brand: Brand,
  file: unknown,
): { plans: readonly PlanInFile[]; problems: string[] } {
  const parsed = planFile.safeParse(file);
  if (!parsed.success) {
    return { plans: [], problems: parsed.error.issues.map((issue) => problemOf(file, issue)) };
  }
  const plans = parsed.data;
  const unlabelled = brand.duties.broadbandLabels ? plans.filter((plan) => !plan.label) : [];
  const labels = plans.flatMap((plan) => plan.label?.uniquePlanId ?? []);
  return {
    plans,
    problems: [
      ...unlabelled.map((plan) => `plan ${plan.id}: label is missing (Broadband Facts)`),
      ...twice(plans.map((plan) => plan.id)).map((id) => `plan ${id}: two plans have this id`),
      ...twice(labels).map((id) => `label.uniquePlanId ${id}: two plans have it`),
    ],
  };
}

/** `plan sloop-12: label.speeds.0.latency: expected string`. */
function problemOf(file: unknown, issue: z.core.$ZodIssue): string {
  const [at, ...rest] = issue.path;
  const one: unknown = Array.isArray(file) && typeof at === 'number' ? file[at] : undefined;
  const id = (one as { id?: unknown } | undefined)?.id;
  const plan = typeof id === 'string' ? id : at === undefined ? 'file' : `number ${Number(at) + 1}`;
  return `plan ${plan}: ${rest.join('.')}: ${issue.message}`;
}

const twice = (all: readonly string[]) => [
  ...new Set(all.filter((one, at) => all.indexOf(one) !== at)),
];
