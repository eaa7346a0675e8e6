import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineEnded, lineId, period } from './period.ts';

/** 1 GB is 1000 MB. `limit` is absent where the plan has none: there is no "left" then. */
export const meter = z.object({
  kind: z.enum(['data', 'hotspot', 'roaming', 'talk', 'text']),
  used: z.number(),
  limit: z.optional(z.number()),
  unit: z.enum(['MB', 'minutes', 'messages']),
  /** It comes out of the plan's data, and is counted there too. */
  ofData: z.optional(z.literal(true)),
  /** What happens now that the limit is reached, as a sentence. */
  over: z.optional(z.string()),
});
export type Meter = z.infer<typeof meter>;

export const usage = z.object({
  /** ISO 8601, UTC; null while the carrier has told nothing. */
  asOf: z.nullable(z.string()),
  /** Older than six hours. */
  isOld: z.boolean(),
  /** Absent before the line has begun. */
  period: z.optional(period),
  /** How many can be asked for, this one and those before it: 0 to 4. */
  periods: z.int(),
  meters: z.array(meter),
  /** All data of each day until now, also of those without any. Dates in the brand's time zone. */
  days: z.array(z.object({ on: z.string(), megabytes: z.number() })),
});
export type Usage = z.infer<typeof usage>;

export const viewUsage = endpoint({
  name: 'viewUsage',
  wire: 'GET /app/lines/{id}/usage',
  caller: 'customer',
  act: 'use',
  summary: 'What a line has used, as the carrier last told it (K11)',
  input: z.object({
    id: lineId,
    /** 0 is the current one, 3 the third before it. One that never was is not found. */
    period: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(3))),
  }),
  output: usage,
});

const limitAlerts = { data80: z.boolean(), data100: z.boolean() };
const payAlerts = { pay7: z.boolean(), pay3: z.boolean(), pay1: z.boolean() };
/**
 * Emails about a limit that is nearly used, and about one that is; and 7, 3 and 1 days before what
 * is paid ends, without autopay (K26).
 */
const alerts = { ...limitAlerts, ...payAlerts };

export const viewAlerts = endpoint({
  name: 'viewAlerts',
  wire: 'GET /app/lines/{id}/alerts',
  caller: 'customer',
  act: 'use',
  summary: 'Which emails about limits of usage and about paying a line’s owner gets (K12, K26)',
  input: z.object({ id: lineId }),
  output: z.object(alerts),
});

export const setAlerts = endpoint({
  name: 'setAlerts',
  wire: 'PUT /app/lines/{id}/alerts',
  caller: 'customer',
  act: 'use',
  notForAgents: true,
  summary: 'Turns emails about limits of usage and about paying on or off (K12, K26)',
  input: z.object({
    id: lineId,
    ...limitAlerts,
    /** As they are, where they are not named. */
    pay7: z.optional(payAlerts.pay7),
    pay3: z.optional(payAlerts.pay3),
    pay1: z.optional(payAlerts.pay1),
  }),
  output: z.object({ message: z.string(), ...alerts }),
  refusals: { line_ended: lineEnded },
});
