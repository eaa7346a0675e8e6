import * as z from 'zod/mini';
import { notOffered } from './carrier-can.ts';
import { shipping } from './checkout.ts';
import { endpoint, proofRequired, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { simType } from './lines.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';
import { simRefusals } from './sim.ts';
import { simReplacement } from './sim-replacement-state.ts';

export const replaceSim = endpoint({
  name: 'replaceSim',
  wire: 'POST /app/lines/{id}/sim/replace',
  caller: 'customer',
  act: 'use',
  notForAgents: true,
  freshProof: true,
  proofFor: 'move',
  needs: 'changeSim',
  summary: 'Moves a line to another SIM; its owner hears of it first and can stop it (K14)',
  input: z.object({
    id: lineId,
    simType,
    /** Of a card that the customer has. */
    iccid: z.optional(fields.iccid),
    /** Where to mail a card to. */
    shipping: z.optional(shipping),
  }),
  output: z.object({ message: z.string(), sim: simReplacement }),
  refusals: {
    proof_required: proofRequired,
    moves_paused: movesPaused,
    line_ended: lineEnded,
    not_active: 'You can get a new SIM once this line is active and paid.',
    sim_locked: 'The SIM lock is on. Turn it off first.',
    busy: 'Something else is under way on this line. Please try again in a moment.',
    card_needed: {
      message: 'Enter the number of your SIM card, or the address to mail one to.',
      field: 'iccid',
    },
    sim_in_use: simRefusals.sim_in_use,
    sim_unknown: simRefusals.sim_unknown,
    /** Also of a card by mail. */
    not_offered: notOffered,
  },
});

export const stopReplacement = endpoint({
  name: 'stopReplacement',
  wire: 'DELETE /app/lines/{id}/sim/replace',
  caller: 'customer',
  act: 'use',
  notForAgents: true,
  summary: 'Stops a SIM change while the line is not on the new SIM yet (K14)',
  input: z.object({ id: lineId }),
  output: said,
  refusals: { too_late: 'This line already uses the new SIM.' },
});

const link = z.object({ token: z.string().check(z.maxLength(200)) });
const linkExpired =
  'This link has expired or isn’t complete. Please call us if you need help.' as const;

/** A POST, so that the token is in no address. */
export const viewReplacement = endpoint({
  name: 'viewReplacement',
  wire: 'POST /app/sim-replacements/view',
  caller: 'anyone',
  summary: 'The SIM change that an email told of; changes nothing (K14)',
  input: link,
  output: z.object({
    sim: simReplacement,
    /** The number’s last four digits. */
    numberEnd: z.string(),
    /** What the press does; it ends every session as well. */
    does: z.enum(['stop', 'block', 'log_out']),
    wasPressed: z.boolean(),
    /** Somebody was given the line (P04): whoever asked for it is logged out, and not the other. */
    isShared: z.optional(z.boolean()),
  }),
  refusals: { link_expired: linkExpired },
});

/** Needs a press, because mail scanners open links. */
export const denyReplacement = endpoint({
  name: 'denyReplacement',
  wire: 'POST /app/sim-replacements/not-me',
  caller: 'anyone',
  summary:
    'With the token of an email about a SIM change: stops it, blocks the line where it has begun, and ends every session (K14)',
  input: link,
  output: z.object({
    message: z.string(),
    blocked: z.boolean(),
    isShared: z.optional(z.boolean()),
  }),
  refusals: { link_expired: linkExpired },
});
