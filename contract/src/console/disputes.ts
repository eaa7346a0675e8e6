import * as z from 'zod/mini';
import { notOffered } from '../carrier-can.ts';
import { endpoint, nothing, said } from '../endpoint.ts';
import { blockLine } from '../line-block.ts';
import { named, id } from './field-rules.ts';
import { agents, everybody, givers } from './roles.ts';

export const disputeStatus = z.enum(['open', 'answered', 'won', 'lost', 'closed']);
export type DisputeStatus = z.infer<typeof disputeStatus>;

/** `refused`: the payment provider did not take it. */
const answerState = z.enum(['asked', 'sent', 'refused']);

export const staffDispute = z.object({
  id: z.string(),
  status: disputeStatus,
  /** The bank's word, such as `fraudulent`. */
  reason: z.string(),
  amount: z.number(),
  openedAt: z.string(),
  /** Until when the bank takes an answer; null where it takes none, or nobody has told. */
  respondBy: z.nullable(z.string()),
  isLate: z.boolean(),
  decidedAt: z.nullable(z.string()),
  orderId: z.string(),
  /** As people say it: `H-4821-88`. Null for an order of before, until it has one. */
  orderNumber: z.nullable(z.string()),
  customerId: z.string(),
  /** Masked; null of a closed account. */
  customer: z.nullable(z.string()),
  answer: z.nullable(
    z.object({
      state: answerState,
      by: z.string(),
      at: z.string(),
      /** Why it was refused. */
      reason: z.nullable(z.string()),
    }),
  ),
});
export type StaffDispute = z.infer<typeof staffDispute>;

export const listDisputes = endpoint({
  name: 'listDisputes',
  wire: 'GET /console/api/disputes',
  caller: 'staff',
  roles: everybody,
  audited: ['state'],
  summary: 'Disputed payments: the next deadline first; decided ones, the newest first (L21)',
  input: z.object({ state: z.optional(z.enum(['undecided', 'decided'])) }),
  output: z.object({ disputes: z.array(staffDispute) }),
});

export const countDisputes = endpoint({
  name: 'countDisputes',
  wire: 'GET /console/api/disputes/count',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'How many disputes wait for an answer',
  input: nothing,
  output: z.object({ open: z.int() }),
});

const disputedLine = z.object({
  id: z.string(),
  numberEnds: z.string(),
  status: z.string(),
  paused: z.boolean(),
});

export const viewDispute = endpoint({
  name: 'viewDispute',
  wire: 'GET /console/api/disputes/{id}',
  caller: 'staff',
  roles: everybody,
  summary: 'One of them, and the line, or lines, that were paid for',
  input: named,
  output: z.object({
    ...staffDispute.shape,
    line: z.nullable(disputedLine),
    /** Where several lines were bought at once: the dispute is about all of them, the first one too. */
    parts: z.optional(
      z.array(
        z.object({
          orderId: z.string(),
          orderNumber: z.nullable(z.string()),
          item: z.string(),
          amount: z.number(),
          line: z.nullable(disputedLine),
        }),
      ),
    ),
  }),
});

export const evidencePart = z.object({ name: z.string(), title: z.string(), text: z.string() });

/** No caller is verified here, so it is for those alone who answer banks (docs/decisions/0950). */
export const viewEvidence = endpoint({
  name: 'viewEvidence',
  wire: 'GET /console/api/disputes/{id}/evidence',
  caller: 'staff',
  roles: givers,
  summary: 'What the bank would be told, or was told: receipt, consent, usage, logins, delivery',
  input: named,
  output: z.object({
    parts: z.array(evidencePart),
    /** As it was sent; else as it would be now. */
    sent: z.boolean(),
    /** The customer's own data are gone: what is left is the receipt. */
    erased: z.boolean(),
  }),
});

export const sendEvidence = endpoint({
  name: 'sendEvidence',
  wire: 'POST /console/api/disputes/{id}/evidence',
  caller: 'staff',
  roles: givers,
  freshProof: true,
  summary: 'Sends it to the bank, with what is added here; a bank takes one answer',
  input: z.object({
    id,
    added: z.optional(
      z
        .string({ error: 'Write it in words.' })
        .check(z.trim(), z.maxLength(5000, 'At most 5000 characters.')),
    ),
  }),
  output: said,
  refusals: {
    answered: 'An answer is on its way, or at the bank already. A bank takes one.',
    late: 'The bank takes no answer any more.',
    decided: 'The bank has decided already.',
  },
});

/** Of several lines, one; without it all of them. */
const ofDispute = z.object({ id, lineId: z.optional(id) });

const noLine = 'This payment has no line that could be paused.';

export const pauseForDispute = endpoint({
  name: 'pauseForDispute',
  wire: 'POST /console/api/disputes/{id}/pause',
  caller: 'staff',
  roles: agents,
  audited: ['lineId'],
  summary:
    'Pauses the line that was paid for, or each, or one of several; its customer cannot end this themselves',
  input: ofDispute,
  output: said,
  refusals: {
    no_line: noLine,
    decided: 'The bank has decided already.',
    line_ended: blockLine.refusals.line_ended,
    not_active: blockLine.refusals.not_active,
    not_offered: notOffered,
  },
});

export const resumeAfterDispute = endpoint({
  name: 'resumeAfterDispute',
  wire: 'POST /console/api/disputes/{id}/resume',
  caller: 'staff',
  roles: agents,
  audited: ['lineId'],
  summary: 'Ends that pause, of each line or of one of several',
  input: ofDispute,
  output: said,
  refusals: { no_line: noLine, not_paused: 'This line is not paused by staff.' },
});
