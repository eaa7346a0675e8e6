import * as z from 'zod/mini';
import { endpoint, nothing, proofRequired, said } from './endpoint.ts';
import { fields, streetAddress } from './fields.ts';
import { lineHandover } from './line-handover-state.ts';
import { anyWork } from './line-work.ts';
import { simType } from './lines.ts';
import { lineEnded, lineEnds, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

/** So long an offer stands. */
export const OFFER_DAYS = 7;
/** With fewer paid days a line is not offered. */
export const LEAST_DAYS = 2;

/** How an offer ended without the line. `dropped`: the line could not go any more. */
export const offerOver = z.enum(['declined', 'withdrawn', 'expired', 'dropped']);
export type OfferOver = z.infer<typeof offerOver>;

const handoverId = z.string().check(z.maxLength(64));

/** Why a line can't be offered now. */
const refusals = {
  line_ended: lineEnded,
  line_ends: lineEnds,
  not_offered: 'Lines can’t be handed to another account here. Please contact us if you need it.',
  given: 'Someone has this line, or is invited to it. Take it back first.',
  not_active: 'Only a line that works can be handed over.',
  sim_locked: 'The SIM lock is on. Turn it off first.',
  number_locked: 'Turn off the number lock first.',
  busy: anyWork,
  money_open:
    'A payment for this line is disputed, or money for it is on its way back. The line can be handed over once that is settled.',
  plan_noted:
    'Another plan is noted for this line, or paid and not begun. Take that change back, or wait until it has begun.',
  /** What a number goes to another carrier with. */
  transfer_pin:
    'A transfer PIN for this number is still good. The line can be handed over once that PIN has ended.',
  too_few_days:
    'This line has too few paid days left: it needs two at least. Pay for the next 30 days first.',
} as const;

export const viewHandover = endpoint({
  name: 'viewHandover',
  wire: 'GET /app/lines/{id}/handover',
  caller: 'customer',
  act: 'own',
  summary: 'Whether a line can be offered to another account, or to whom it is (P06)',
  input: z.object({ id: lineId }),
  output: z.object({
    /** Open, or accepted: then the line has ended here. Absent: it can be offered. */
    handover: z.optional(lineHandover),
    /** The newest offer, when it is over and the line is still here. */
    last: z.optional(z.object({ to: z.string(), why: offerOver, at: z.string() })),
  }),
  refusals,
});

/** Again with the same address it is the same offer. */
export const offerLine = endpoint({
  name: 'offerLine',
  wire: 'POST /app/lines/{id}/handover',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: true,
  proofFor: 'move',
  summary: 'Offers a line to whoever has an address; they get an email (P06)',
  input: z.object({ id: lineId, email: fields.email }),
  /** The same whether the address has an account or not. */
  output: z.object({ message: z.string(), handover: lineHandover }),
  refusals: {
    ...refusals,
    proof_required: proofRequired,
    email_unconfirmed: 'Please confirm your email address first.',
    moves_paused: movesPaused,
    own_address: {
      message: 'This is your own address. Enter the address of the one who takes the line.',
      field: 'email',
    },
    offered: 'This line is offered to another address already. Take that offer back first.',
    too_many:
      'You have made as many offers as one account can make in a day. Please try again tomorrow.',
  },
});

/** Harmless when the line isn’t offered. */
export const withdrawOffer = endpoint({
  name: 'withdrawOffer',
  wire: 'DELETE /app/lines/{id}/handover',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary: 'Takes the offer of a line back (P06)',
  input: z.object({ id: lineId }),
  output: said,
  refusals: {
    /** The other one was faster. */
    handed_over: 'This line was accepted already, and is in the other account now.',
  },
});

/** A line that another customer offers: nothing else of them is told. */
export const offeredLine = z.object({
  id: z.string(),
  /** The first name of the one who offers it. */
  from: z.string(),
  /** Of its number. */
  lastFour: z.string(),
  simType,
  plan: z.object({
    retailName: z.string(),
    /** Of 30 days as of today, before taxes. Dollars. */
    retailPrice: z.number(),
  }),
  paidUntil: z.string(),
  /** Names of what is there beside the plan. */
  addOns: z.array(z.string()),
  /** It can be accepted until then. */
  until: z.string(),
});
export type OfferedLine = z.infer<typeof offeredLine>;

export const listHandovers = endpoint({
  name: 'listHandovers',
  wire: 'GET /app/handovers',
  caller: 'customer',
  summary:
    'Lines that are offered to the customer’s confirmed address, the first to run out first (P06)',
  input: nothing,
  output: z.object({
    /** False: confirm the address first. Until then none is shown. */
    emailConfirmed: z.boolean(),
    offers: z.array(offeredLine),
  }),
});

const notThere = {
  offer_over:
    'This offer is over: it was taken back or ran out, or the line can’t be handed over any more.',
} as const;

/** Again by the same customer it is the same line. Not theirs, or not of their address: `not_found`. */
export const acceptHandover = endpoint({
  name: 'acceptHandover',
  wire: 'POST /app/handovers/{id}/accept',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  proofFor: 'move',
  summary: 'Takes a line that is offered: its number, plan and paid days; nothing is charged (P06)',
  /** Where the line will be used: for 911 and taxes. */
  input: z.object({
    id: handoverId,
    ...streetAddress,
  }),
  output: z.object({
    message: z.string(),
    lineId: z.string(),
    /**
     * `asked`: the carrier hasn’t answered, and an email says how it ends. `not_found`: it doesn’t know
     * the address; another one is set on the line’s page. Absent where it keeps none.
     */
    emergencyAddress: z.optional(z.enum(['set', 'asked', 'not_found'])),
  }),
  refusals: {
    ...notThere,
    moves_paused: movesPaused,
    email_unconfirmed: 'Please confirm your email address first.',
    closing: 'Your account is about to be erased. Keep your account first, on the privacy page.',
    /** A lock, other work, a pause of the other account: nothing of that is told. */
    not_now:
      'This line can’t be handed over right now. Try again later, or ask the one who offers it.',
  },
});

/** Again it is harmless. */
export const declineHandover = endpoint({
  name: 'declineHandover',
  wire: 'POST /app/handovers/{id}/decline',
  caller: 'customer',
  notForAgents: true,
  summary: 'Declines a line that is offered; the one who offers it is told (P06)',
  input: z.object({ id: handoverId }),
  output: said,
  refusals: {
    ...notThere,
    email_unconfirmed: 'Please confirm your email address first.',
    accepted: 'You accepted this line already. It is in your account.',
  },
});
