import * as z from 'zod/mini';
import { notOffered } from './carrier-can.ts';
import { endpoint } from './endpoint.ts';
import { lineEnded, lineEnds, lineId } from './period.ts';

/** For so many days a line is put on hold. */
export const holdLengths = [30, 60, 90] as const;
export const holdDays = z.literal(holdLengths);
export type HoldDays = z.infer<typeof holdDays>;

/** Moments are ISO 8601, UTC. */
const offer = z.object({
  days: holdDays,
  /** Paid days that it costs. */
  costDays: z.int(),
  /** The line is back by itself then. */
  until: z.string(),
  /** The paid time ends then, instead of now. */
  paidUntil: z.string(),
});
export type HoldOffer = z.infer<typeof offer>;

export const hold = z.object({
  since: z.string(),
  until: z.string(),
  costDays: z.int(),
  paidUntil: z.string(),
  /** The network has paused the line for it. */
  confirmed: z.boolean(),
  /** What it costs, and until when the line is paid, if the hold ends now. */
  ifEndedNow: z.object({ costDays: z.int(), paidUntil: z.string() }),
});
export type Hold = z.infer<typeof hold>;

const refusals = {
  line_ended: lineEnded,
  line_ends: lineEnds,
  not_active: 'Only a line that works can be put on hold.',
  not_offered: notOffered,
  busy: 'Something else is under way on this line. Please try again in a moment.',
  held_enough:
    'A line can be on hold for 90 days in twelve months. Please contact us if you need more.',
  too_few_days:
    'This line has too few paid days left. A hold is paid with days, and some must be left after it. Pay for the next 30 days first.',
} as const;

export const viewHold = endpoint({
  name: 'viewHold',
  wire: 'GET /app/lines/{id}/hold',
  caller: 'customer',
  act: 'own',
  summary: 'The hold of a line, or what one costs and when the line comes back (P09)',
  input: z.object({ id: lineId }),
  output: z.object({
    hold: z.optional(hold),
    /** Those for which enough paid days are left. Empty while the line is on hold. */
    offers: z.array(offer),
  }),
  refusals,
});

export const holdLine = endpoint({
  name: 'holdLine',
  wire: 'POST /app/lines/{id}/hold',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  needs: 'suspendLine',
  summary: 'Pauses a line for up to three months; its number is kept, its paid days wait (P09)',
  input: z.object({ id: lineId, days: holdDays, costDays: z.int() }),
  output: z.object({ message: z.string(), until: z.string() }),
  refusals: {
    ...refusals,
    /** The offer that was shown is of before. */
    cost_changed: 'What the hold costs has changed. Please look at it again.',
    on_hold: 'You put this line on hold already.',
  },
});

export const endHold = endpoint({
  name: 'endHold',
  wire: 'DELETE /app/lines/{id}/hold',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary: 'Turns a line on hold back on, with the days that are left (P09)',
  input: z.object({ id: lineId }),
  output: z.object({ message: z.string(), paidUntil: z.nullable(z.string()) }),
  refusals: { line_ended: lineEnded, not_on_hold: 'This line isn’t on hold.' },
});
