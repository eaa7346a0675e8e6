import * as z from 'zod/mini';

const filled = z.string().check(z.minLength(1), z.maxLength(500));
const dollars = z.number().check(z.minimum(0));
const range = z.object({
  download: filled,
  upload: filled,
  latency: filled,
});

/**
 * What a Broadband Facts label adds to plan and brand (47 CFR 8.1(a)); `label` in plans.json.
 * Amounts are dollars.
 */
export const planLabel = z.object({
  /** `M`, the ten-digit FRN, then fifteen letters or digits. */
  uniquePlanId: z.string().check(z.regex(/^M\d{10}[A-Za-z0-9]{15}$/)),
  /** The price is for a first time only: for how long, and what it is then. */
  introductory: z.nullable(z.object({ months: z.int().check(z.positive()), priceAfter: dollars })),
  /** Months that the customer is bound; 0 is no contract. `url` leads to its terms. */
  contract: z.object({ months: z.int().check(z.minimum(0)), url: z.optional(z.url()) }),
  /** The provider's own, each month, on top of the price. The brand's regulatory fee is added. */
  monthlyFees: z.array(z.object({ name: filled, amount: dollars })),
  /** Due at purchase. The brand's activation fee is added. */
  oneTimeFees: z.array(z.object({ name: filled, amount: dollars })),
  earlyTerminationFee: dollars,
  /** `varies by location`, or `included`. */
  governmentTaxes: z.enum(['varies', 'included']),
  discountsUrl: filled,
  /** Typical speeds for each generation of the network that the plan may use. */
  speeds: z
    .array(z.extend(range, { generation: z.enum(['4G LTE', '5G', '5G+']) }))
    .check(z.minLength(1)),
  /** With the monthly price: `12 GB`, `Unlimited`. */
  includedData: filled,
  additionalData: filled,
  networkManagementUrl: filled,
  privacyUrl: filled,
});
export type PlanLabel = z.infer<typeof planLabel>;

/** The whole label, with the parts from plan and brand. */
export const shownLabel = z.extend(planLabel, {
  planId: z.string(),
  planName: z.string(),
  provider: z.string(),
  monthlyPrice: z.number(),
  /** Required by name where state and local fees are passed on. */
  passThroughFees: z.nullable(z.string()),
  supportPhone: z.string(),
  supportUrl: z.string(),
});
export type ShownLabel = z.infer<typeof shownLabel>;
