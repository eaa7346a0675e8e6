import * as z from 'zod/mini';
import { notOffered } from '../carrier-can.ts';
import { endpoint, said } from '../endpoint.ts';
import { fields } from '../fields.ts';
import { endLine } from '../line-ending.ts';
import { blockLine, unblockLine } from '../line-block.ts';
import { endHold } from '../line-hold.ts';
import { simType } from '../lines.ts';
import { quotePlanChange, undoPlanChange } from '../plan-change.ts';
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
  summary: 'Ends that block; where there is none, the hold that its customer asked for',
  input,
  refusals: { ...unblockLine.refusals, ...endHold.refusals },
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

export const sendEsimForCustomer = endpoint({
  ...onLine,
  name: 'sendEsimForCustomer',
  wire: 'POST /console/api/lines/{id}/esim',
  summary: 'Emails the customer the way to their eSIM again; its code stays behind their login',
  input,
  refusals: {
    line_ended: 'This line has ended.',
    no_esim: 'This line has a SIM card, and no eSIM.',
    not_offered: notOffered,
    not_ready: 'The carrier has not made this eSIM yet. Try again in a moment.',
    esim_installed:
      'It is on a phone already, and installs only once. For another phone choose New SIM.',
    esim_gone: 'This eSIM was deleted, or failed. Choose New SIM.',
  },
});

/** With the next payment: nobody charges a customer's card over the phone. */
export const quotePlanForCustomer = endpoint({
  ...onLine,
  name: 'quotePlanForCustomer',
  wire: 'POST /console/api/lines/{id}/plan/quote',
  audited: ['planId'],
  summary: 'What another plan costs from the next 30 days on, to read out',
  input: z.object({ id, planId: quotePlanChange.input.shape.planId }),
  output: z.object({
    quoteId: z.string(),
    /** ISO 8601, UTC. */
    on: z.string(),
    /** Dollars, with taxes and fees. */
    total: z.number(),
  }),
  refusals: { ...quotePlanChange.refusals, not_offered: notOffered },
});

export const changePlanForCustomer = endpoint({
  ...onLine,
  name: 'changePlanForCustomer',
  wire: 'POST /console/api/lines/{id}/plan',
  audited: ['reason', 'quoteId'],
  summary: 'Notes the plan that was read out for the next payment; the customer can take it back',
  input: z.object({ ...input.shape, quoteId: id }),
  refusals: {
    ...quotePlanChange.refusals,
    not_offered: notOffered,
    quote_expired: 'The price may have changed meanwhile. Look at it again, and read it out.',
    already_paid: 'Something was paid for this line meanwhile. Look at the line first.',
  },
});

export const undoPlanForCustomer = endpoint({
  ...onLine,
  name: 'undoPlanForCustomer',
  wire: 'POST /console/api/lines/{id}/plan/undo',
  summary: 'Takes back a change of plan that is noted',
  input,
  refusals: undoPlanChange.refusals,
});
