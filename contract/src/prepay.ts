import * as z from 'zod/mini';

/** How many periods of 30 days may be paid at once (P10). */
export const prepayMonths = z.union([z.literal(3), z.literal(6), z.literal(12)], {
  error: 'Choose 3, 6 or 12 months.',
});
export type PrepayMonths = z.infer<typeof prepayMonths>;

/** What a plan costs for all of them, in dollars, before taxes and fees. */
export const prepayOffer = z.object({ months: prepayMonths, price: z.number() });
export type PrepayOffer = z.infer<typeof prepayOffer>;

/** To a quote that asks for a length that the plan, or the line, does not have. */
export const unknownTerm = {
  message: 'This plan can’t be paid for that long. Choose how long to pay for again.',
  field: 'months',
} as const;
