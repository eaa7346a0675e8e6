import * as z from 'zod/mini';
import { endpoint, nothing, proofRequired, said } from './endpoint.ts';
import { fields } from './fields.ts';
import { lineHousehold, memberRole } from './household-acts.ts';
import { lineEnded, lineId } from './period.ts';
import { movesPaused } from './safety.ts';

/** Where somebody finds what they are invited to: emails and the list of needs lead there. */
export const householdPage = '/dashboard/household';

/** So long an invitation stands. */
export const INVITATION_DAYS = 7;

const busy = 'Something else is under way on this line. Please try again in a moment.';
const notOffered = 'Lines can’t be given to someone here. Please contact us if you need it.';
const invitationId = z.string().check(z.maxLength(64));

/** Again with the same address and role it is the same invitation. */
export const giveLine = endpoint({
  name: 'giveLine',
  wire: 'POST /app/lines/{id}/household',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: true,
  proofFor: 'change',
  summary: 'Invites a person by email to have this line, as user or as manager (P04)',
  input: z.object({ id: lineId, email: fields.email, role: memberRole }),
  /** The same whether the address has an account or not. */
  output: z.object({ message: z.string(), household: lineHousehold }),
  refusals: {
    proof_required: proofRequired,
    line_ended: lineEnded,
    busy,
    moves_paused: movesPaused,
    not_offered: notOffered,
    email_unconfirmed: 'Please confirm your email address first.',
    own_address: {
      message: 'This is your own address. Enter the address of the one who gets the line.',
      field: 'email',
    },
    /** Another address. */
    invited: 'Someone else is invited to this line already. Take that invitation back first.',
    given: 'Someone has this line already. Take it back first.',
    /** To another account for good (P06). */
    offered: 'This line is offered to another account. Take that offer back first.',
    too_many:
      'You have sent as many invitations as one account can send in a day. Please try again tomorrow.',
  },
});

/** Again it is harmless. */
export const changeRole = endpoint({
  name: 'changeRole',
  wire: 'PUT /app/lines/{id}/household',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  freshProof: true,
  proofFor: 'change',
  summary: 'Makes who has a line its user or its manager; they get an email (P04)',
  input: z.object({ id: lineId, role: memberRole }),
  output: z.object({ message: z.string(), household: lineHousehold }),
  refusals: {
    proof_required: proofRequired,
    not_given: 'Nobody has this line anymore. Open the page anew.',
    busy,
    moves_paused: movesPaused,
    not_offered: notOffered,
  },
});

/** What the page shows: an invitation, or the line from who has it. Harmless when there is neither. */
export const takeBackLine = endpoint({
  name: 'takeBackLine',
  wire: 'DELETE /app/lines/{id}/household',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary: 'Takes a line back from who has it, at once, or an invitation; they get an email (P04)',
  input: z.object({ id: lineId, what: z.enum(['invitation', 'line']) }),
  output: said,
  refusals: {
    /** The invitation. */
    accepted: 'This invitation was accepted before you took it back. Nothing was taken back.',
    /** The line: it was given back, and somebody is invited again. */
    invited: 'Nobody has this line any more, but someone is invited to it. The invitation stands.',
  },
});

/** What the invited person is told of the line, before and after they take it. */
export const householdInvitation = z.object({
  id: z.string(),
  /** The first name of the one who invites. */
  from: z.string(),
  /** Of its number. Empty while it has none. */
  lastFour: z.string(),
  plan: z.string(),
  role: memberRole,
  until: z.string(),
});
export type HouseholdInvitation = z.infer<typeof householdInvitation>;

export const listInvitations = endpoint({
  name: 'listInvitations',
  wire: 'GET /app/household',
  caller: 'customer',
  summary:
    'Lines that the customer’s confirmed address is invited to, the first to run out first (P04)',
  input: nothing,
  output: z.object({
    /** False: confirm the address first. Until then none is shown. */
    emailConfirmed: z.boolean(),
    invitations: z.array(householdInvitation),
  }),
});

const over = {
  invitation_over: 'This invitation is over: it was taken back or ran out, or the line has ended.',
} as const;

/** Again by the same customer it is the same line. Not of their address: `not_found`. */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  wire: 'POST /app/household/{id}/accept',
  caller: 'customer',
  notForAgents: true,
  summary: 'Takes a line that a holder gives: it stays in the holder’s account (P04)',
  input: z.object({ id: invitationId }),
  output: z.object({ message: z.string(), lineId: z.string() }),
  refusals: {
    ...over,
    email_unconfirmed: 'Please confirm your email address first.',
    moves_paused: movesPaused,
    /** The holder’s account is paused, or the line is kept: nothing of that is told. */
    not_now: 'This line can’t be taken right now. Try again later, or ask the one who invited you.',
    closing: 'Your account is about to be erased. Keep your account first, on the privacy page.',
  },
});

/** Again it is harmless. */
export const declineInvitation = endpoint({
  name: 'declineInvitation',
  wire: 'POST /app/household/{id}/decline',
  caller: 'customer',
  notForAgents: true,
  summary: 'Declines a line; the holder is told (P04)',
  input: z.object({ id: invitationId }),
  output: said,
  refusals: {
    ...over,
    email_unconfirmed: 'Please confirm your email address first.',
    accepted: 'You have this line already. You can give it back on its page.',
  },
});

/** Again it is harmless. The holder’s own line: `not_found`. */
export const leaveLine = endpoint({
  name: 'leaveLine',
  wire: 'DELETE /app/household/lines/{id}',
  caller: 'customer',
  notForAgents: true,
  summary: 'Gives a line back to its holder, who gets an email (P04)',
  input: z.object({ id: lineId }),
  output: said,
});
