import * as z from 'zod/mini';
import { endpoint, proofRequired, said } from './endpoint.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

/** A number on its way to another carrier. */
export const portOut = z.object({
  /** `expired`: it went no further, so the line is not held for it any more. */
  state: z.enum(['requested', 'confirmed', 'completed', 'cancelled', 'refused', 'expired']),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** While it is open: without a further step it expires then. */
  endsOn: z.optional(z.string()),
});
export type PortOut = z.infer<typeof portOut>;

/** A PIN that was made is never shown again. */
export const transferPin = z.object({
  /** `null` where the carrier made it and does not tell. */
  expiresAt: z.nullable(z.string()),
});

export const openPortOut = endpoint({
  name: 'openPortOut',
  wire: 'POST /app/lines/{id}/portout',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: true,
  proofFor: 'move',
  needs: ['transferPin', 'issueTransferPin'],
  summary: 'What another carrier asks for; a PIN made before ends (K16)',
  input: z.object({ id: lineId }),
  output: z.object({
    /** Empty where the carrier has none. */
    accountNumber: z.string(),
    /** Shown once. */
    transferPin: z.string(),
    expiresAt: z.nullable(z.string()),
  }),
  refusals: {
    proof_required: proofRequired,
    moves_paused: movesPaused,
    line_ended: lineEnded,
    not_active: 'This line has no number of its own yet.',
    number_locked: 'Turn off the number lock first.',
    pin_pending:
      'Our network is making your transfer PIN. Please ask for it again here in a few minutes.',
    pin_not_made: 'Our network didn’t make a transfer PIN. Please try again, or contact us.',
    busy: 'Something else is under way on this line. Please try again in a moment.',
  },
});

export const closePortOut = endpoint({
  name: 'closePortOut',
  wire: 'DELETE /app/lines/{id}/portout',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary: 'Ends the transfer PIN, and refuses the other carrier while ours allows it (K16)',
  input: z.object({ id: lineId }),
  output: said,
  refusals: {
    too_late: 'It’s too late to stop this here. Please call us now.',
    pin_stays:
      'This transfer PIN is from our network and can’t be ended here. If you didn’t ask for it, please call us now.',
  },
});
