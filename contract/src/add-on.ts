import * as z from 'zod/mini';

/** An add-on that is on sale, in dollars (K10). */
export const addOn = z.object({
  id: z.string(),
  name: z.string(),
  /** What it gives, in the reader's language. */
  description: z.optional(z.string()),
  price: z.number(),
  /** More data; absent where it gives something else. */
  megabytes: z.optional(z.int()),
  /** It holds to the end of the line's 30 days. */
  validity: z.enum(['period']),
  /** Bought again with each 30 days. */
  recurring: z.boolean(),
});
export type AddOn = z.infer<typeof addOn>;

/** An add-on that a line has; bought twice, it is one with the sum. */
export const lineAddOn = z.object({
  id: z.string(),
  name: z.string(),
  megabytesLeft: z.optional(z.number()),
  until: z.string(),
  /** It is bought again with the next 30 days. */
  recurring: z.boolean(),
  /** It was, and can be kept until its days end. */
  stopped: z.optional(z.literal(true)),
});
export type LineAddOn = z.infer<typeof lineAddOn>;
