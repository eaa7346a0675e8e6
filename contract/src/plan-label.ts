import * as z from 'zod/mini';
import { isWholeCents } from './fields.ts';
import { prepayOffer } from './prepay.ts';

const filled = z.string().check(z.minLength(1), z.maxLength(500));
/** Nothing that a browser would run, and no path to another house. */
const page = filled.check(z.regex(/^(?:\/(?![/\\])|https?:\/\/[^\s/\\])\S*$/));
const dollars = z.number().check(z.minimum(0), z.maximum(10_000), z.refine(isWholeCents));
const MOST_MONTHS = 120;
const fees = z.array(z.object({ name: filled, amount: dollars })).check(z.maxLength(20));
const range = z.object({
  download: filled,
  upload: filled,
  latency: filled,
});

/** What a Broadband Facts label adds to plan and brand (47 CFR 8.1(a)). Dollars. */
export const planLabel = z.object({
  /** `M`, the ten-digit FRN, then fifteen letters or digits. */
  uniquePlanId: z.string().check(z.regex(/^M\d{10}[A-Za-z0-9]{15}$/)),
  introductory: z.nullable(
    z.object({ months: z.int().check(z.positive(), z.maximum(MOST_MONTHS)), priceAfter: dollars }),
  ),
  contract: z.object({
    months: z.int().check(z.minimum(0), z.maximum(MOST_MONTHS)),
    url: z.optional(z.url({ protocol: /^https?$/ })),
  }),
  /** The provider's own, each month, on top of the price: the brand's alone where it is true. */
  monthlyFees: fees,
  oneTimeFees: fees,
  earlyTerminationFee: dollars,
  governmentTaxes: z.enum(['varies', 'included']),
  discountsUrl: page,
  speeds: z
    .array(z.extend(range, { generation: z.enum(['4G LTE', '5G', '5G+']) }))
    .check(z.minLength(1), z.maxLength(3)),
  includedData: filled,
  additionalData: filled,
  networkManagementUrl: page,
  privacyUrl: page,
});
export type PlanLabel = z.infer<typeof planLabel>;

export const shownLabel = z.extend(planLabel, {
  planId: z.string(),
  planName: z.string(),
  provider: z.string(),
  monthlyPrice: z.number(),
  /** Several months at once; each price is for all of them. After that the monthly price (P10). */
  prepay: z.optional(z.array(prepayOffer)),
  /** Required by name where state and local fees are passed on. */
  passThroughFees: z.nullable(z.string()),
  supportPhone: z.string(),
  supportUrl: z.string(),
});
export type ShownLabel = z.infer<typeof shownLabel>;
