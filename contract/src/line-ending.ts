import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

/** `endsOn` is ISO 8601, UTC; null: it does not end. */
const answer = z.object({
  message: z.string(),
  endsOn: z.nullable(z.string()),
  /** Dollars that become credit on that day, for what is paid after it. */
  credit: z.optional(z.number()),
});

export const endLine = endpoint({
  name: 'endLine',
  wire: 'POST /app/lines/{id}/end',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: true,
  proofFor: 'move',
  summary: 'The line ends with what is paid; nothing is charged for it any more (K17)',
  /**
   * `paid`: with all that is paid, as without it. `period`: with the 30 days that run; what is paid after
   * them becomes credit (P10).
   */
  input: z.object({ id: lineId, when: z.optional(z.enum(['paid', 'period'])) }),
  output: answer,
  refusals: {
    line_ended: lineEnded,
    moves_paused: movesPaused,
    busy: 'Something else is under way on this line. Please try again in a moment.',
    not_active: 'This line isn’t active yet. Please contact us to cancel it.',
  },
});

export const undoEndLine = endpoint({
  name: 'undoEndLine',
  wire: 'DELETE /app/lines/{id}/end',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary: 'The line goes on, with autopay as it was (K17)',
  input: z.object({ id: lineId }),
  output: answer,
  refusals: { line_ended: lineEnded },
});
