import * as z from 'zod/mini';
import { lineAddOn } from './add-on.ts';
import { autopay } from './autopay.ts';
import { endpoint } from './endpoint.ts';
import { lineLocks } from './line-locks.ts';
import { line } from './lines.ts';
import { portOut, transferPin } from './port-out.ts';
import { lineId, period } from './period.ts';
import { simReplacement } from './sim-replacement-state.ts';
import { nextPlan } from './plan-change.ts';

/** K01. Moments are ISO 8601; money is dollars. */
export const lineDetail = z.extend(line, {
  plan: z.object({
    id: z.string(),
    retailName: z.string(),
    flag: z.int(),
    /** Not for the user of another's line (P04). */
    retailPrice: z.optional(z.number()),
  }),
  /** Absent before the line has begun. */
  period: z.optional(period),
  autopay,
  /**
   * A higher price that was announced, of the plan of the next payment, and the day from which it
   * is charged (K07). Absent once it counts.
   */
  priceRise: z.optional(z.object({ plan: z.string(), price: z.number(), from: z.string() })),
  addOns: z.array(lineAddOn),
  /**
   * Paid periods that have not begun, and what they are worth as credit if the line ends with the one that
   * runs. Absent without any (P10).
   */
  paidAhead: z.optional(z.object({ periods: z.int(), credit: z.number() })),
  /** Noted for the next payment, paid, or being changed (K08, K09). */
  nextPlan: z.optional(nextPlan),
  locks: lineLocks,
  /** It can be put on hold now, or soon: its page says what a hold costs (P09). */
  mayHold: z.optional(z.boolean()),
  /** Its page leads to handing it over, and that one says whether it can be now (P06). */
  mayHandOver: z.optional(z.boolean()),
  /** Its page leads to giving it to a person: its holder alone, where the brand offers it (P04). */
  mayGive: z.optional(z.boolean()),
  /** Another customer handed it over then. */
  takenOverAt: z.optional(z.string()),
  /** A SIM change that is under way, or was over less than a day ago (K14). */
  sim: z.optional(simReplacement),
  /** The newest request of another carrier. */
  portOut: z.optional(portOut),
  transferPin: z.optional(transferPin),
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
});
export type LineDetail = z.infer<typeof lineDetail>;

export const viewLine = endpoint({
  name: 'viewLine',
  wire: 'GET /app/lines/{id}',
  caller: 'customer',
  act: 'share',
  summary: 'A line with its period, and what happens next (K01)',
  input: z.object({ id: lineId }),
  output: lineDetail,
});
