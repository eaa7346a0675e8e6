import * as z from 'zod/mini';
import { notOffered } from './carrier-can.ts';
import { endpoint, proofRequired } from './endpoint.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

/** `offAt` (ISO 8601, UTC) stands while it is being unlocked: until then it holds. */
const lock = z.object({ on: z.boolean(), offAt: z.optional(z.string()) });
export const lineLocks = z.object({ sim: lock, number: lock });
export type LineLocks = z.infer<typeof lineLocks>;

export const setLocks = endpoint({
  name: 'setLocks',
  wire: 'PUT /app/lines/{id}/locks',
  caller: 'customer',
  act: 'share',
  notForAgents: true,
  proofFor: 'move',
  summary: 'Turns locks of a line on at once, or off in a while and with a fresh proof (K15)',
  input: z.object({
    id: lineId,
    sim: z.optional(z.boolean()),
    number: z.optional(z.boolean()),
  }),
  output: z.object({ message: z.string(), locks: lineLocks }),
  refusals: {
    line_ended: lineEnded,
    busy: 'Something else is under way on this line. Please try again in a moment.',
    /** Only where a lock would go off. */
    proof_required: proofRequired,
    moves_paused: movesPaused,
    /** Of the number lock. */
    not_offered: notOffered,
  },
});
