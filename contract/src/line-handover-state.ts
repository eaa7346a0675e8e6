import * as z from 'zod/mini';

/** Where a taker finds what is offered to them: emails and the list of needs lead there. */
export const handoversPage = '/dashboard/handovers';

/** As the one who gives the line away sees it. Moments are ISO 8601, UTC. */
export const lineHandover = z.object({
  /** The address as it was typed. Empty once the account that had it is erased. */
  to: z.string(),
  /** It can be accepted until then. */
  until: z.string(),
  /** The line is the other one’s since then; here it has ended. Absent while it is offered. */
  acceptedAt: z.optional(z.string()),
});
export type LineHandover = z.infer<typeof lineHandover>;
