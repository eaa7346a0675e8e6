import * as z from 'zod/mini';
import { endpoint, said } from './endpoint.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

export const blockLine = endpoint({
  name: 'blockLine',
  wire: 'POST /app/lines/{id}/block',
  caller: 'customer',
  act: 'share',
  notForAgents: true,
  needs: 'suspendLine',
  summary: 'Blocks a lost or stolen phone’s line at the carrier, at once and without a proof (K13)',
  input: z.object({ id: lineId, reason: z.optional(z.enum(['lost', 'stolen', 'other'])) }),
  output: said,
  refusals: {
    line_ended: lineEnded,
    not_active: 'This line isn’t active yet, so nobody can use it.',
  },
});

export const unblockLine = endpoint({
  name: 'unblockLine',
  wire: 'POST /app/lines/{id}/unblock',
  caller: 'customer',
  act: 'share',
  notForAgents: true,
  freshProof: true,
  proofFor: 'change',
  summary: 'Lets a blocked line work again (K13)',
  input: z.object({ id: lineId }),
  output: said,
  refusals: { line_ended: lineEnded, moves_paused: movesPaused },
});
