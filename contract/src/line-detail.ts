import * as z from 'zod/mini';
import { autopay } from './autopay.ts';
import { endpoint } from './endpoint.ts';
import { line } from './lines.ts';
import { lineId, period } from './period.ts';

/** Why a line is suspended; the first of these that holds. */
const statusReason = z.enum(['by_operator', 'blocked', 'unpaid']);

/** A line with all that its page shows (K01). Moments are ISO 8601, UTC; money is dollars. */
export const lineDetail = z.extend(line, {
  statusReason: z.optional(statusReason),
  plan: z.object({
    id: z.string(),
    retailName: z.string(),
    flag: z.int(),
    /** What its next period costs, before fees and taxes. */
    retailPrice: z.number(),
  }),
  /** The one that runs, or ran last; absent while the line has not begun. */
  period: z.optional(period),
  /** An unpaid line's number is given up then. */
  numberKeptUntil: z.optional(z.string()),
  autopay,
  /** Where 911 sends help. */
  emergencyAddress: z.optional(
    z.object({
      streetNumber: z.string(),
      streetDirection: z.string(),
      streetName: z.string(),
      streetUnit: z.string(),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
    }),
  ),
  nextAction: z.optional(z.enum(['renew', 'unblock', 'set_up_sim', 'finish_port_in'])),
});
export type LineDetail = z.infer<typeof lineDetail>;

export const viewLine = endpoint({
  name: 'viewLine',
  wire: 'GET /app/lines/{id}',
  caller: 'customer',
  summary: 'A line with its period, and what happens next (K01)',
  input: z.object({ id: lineId }),
  output: lineDetail,
});
