import * as z from 'zod/mini';

/** A SIM card that is mailed to a line's customer, until it is active. */
export const lineShipping = z.object({
  state: z.enum(['preparing', 'mailed', 'arrived']),
  /** ISO 8601, UTC. */
  mailedAt: z.optional(z.string()),
  carrier: z.optional(z.string()),
  trackingNumber: z.optional(z.string()),
  trackingUrl: z.optional(z.string()),
  /** Then a new line starts by itself. Not of a card that takes the place of another SIM. */
  startsOn: z.optional(z.string()),
  /** So many days after the mailing it starts at the latest. */
  startDays: z.int(),
  /** Mailed ten days ago and not known to be there: a new one is free. */
  isLate: z.boolean(),
  /** The line works with the SIM that it has. */
  replacesSim: z.boolean(),
});
export type LineShipping = z.infer<typeof lineShipping>;
