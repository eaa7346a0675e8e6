import * as z from 'zod/mini';
import { notOffered } from '../carrier-can.ts';
import { endpoint, said } from '../endpoint.ts';
import { fields } from '../fields.ts';
import { endLine } from '../line-ending.ts';
import { blockLine, unblockLine } from '../line-block.ts';
import { simType } from '../lines.ts';
import { replaceSim } from '../sim-replacement.ts';
import { id, reason } from './field-rules.ts';
import { agents } from './roles.ts';

const input = z.object({ id, reason });

/** Of a verified customer's line, by the verbs that they have themselves (L09). */
const onLine = {
  caller: 'staff',
  roles: agents,
  verified: 'line',
  audited: ['reason'],
  output: said,
} as const;

export const suspendForCustomer = endpoint({
  ...onLine,
  name: 'suspendForCustomer',
  wire: 'POST /console/api/lines/{id}/suspend',
  summary: 'Blocks the line of a verified customer: the phone is gone',
  input,
  refusals: { ...blockLine.refusals, not_offered: notOffered },
});

export const resumeForCustomer = endpoint({
  ...onLine,
  name: 'resumeForCustomer',
  wire: 'POST /console/api/lines/{id}/resume',
  freshProof: true,
  summary: 'Ends that block',
  input,
  refusals: unblockLine.refusals,
});

export const endForCustomer = endpoint({
  ...onLine,
  name: 'endForCustomer',
  wire: 'POST /console/api/lines/{id}/end',
  freshProof: true,
  summary: 'Ends the line with its paid days, or at once if none are left',
  input,
  refusals: endLine.refusals,
});

export const replaceSimForCustomer = endpoint({
  ...onLine,
  name: 'replaceSimForCustomer',
  wire: 'POST /console/api/lines/{id}/sim',
  freshProof: true,
  audited: ['reason', 'simType'],
  summary:
    'Moves the line to another SIM, after a code that the customer read out; SIM lock and email apply',
  input: z.object({
    ...input.shape,
    simType,
    /** Of a card that the customer has. */
    iccid: z.optional(fields.iccid),
  }),
  refusals: {
    ...replaceSim.refusals,
    code_needed: 'A SIM changes only after the customer has read out a code. Verify them that way.',
  },
});
