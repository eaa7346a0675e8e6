import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { amount, id, idempotencyKey, idempotent, named, note } from './field-rules.ts';
import { askers, everybody, givers } from './roles.ts';

export const moneyReason = z.enum(
  [
    'double_charge',
    'wrong_amount',
    'not_working',
    'not_delivered',
    'changed_mind',
    'not_theirs',
    'goodwill',
    'other',
  ],
  { error: 'Choose a reason.' },
);
export type MoneyReason = z.infer<typeof moneyReason>;

export const refundTo = z.enum(['card', 'credit'], { error: 'Choose card or credit.' });

/** `waiting` for a second person; `pending` at the bank. */
export const moneyStatus = z.enum(['waiting', 'pending', 'done', 'failed', 'declined']);
export type MoneyStatus = z.infer<typeof moneyStatus>;

/** Places in the bill, from 1. */
const lineNumbers = z
  .array(z.int().check(z.minimum(1), z.maximum(1000)), { error: 'Choose lines of the bill.' })
  .check(z.minLength(1, 'Choose lines of the bill.'), z.maxLength(100, 'At most 100 lines.'));

const keyReused = 'This was sent before, and says something else now. Load the page again.';
const noteMissing = { message: 'Say in the note what it is for.', field: 'note' };

const notRefundable = {
  not_paid: 'Nothing was paid for this order, or its outcome is not known yet.',
  nothing_left: 'All that was paid for it went back, or became credit.',
  used_up: 'What was paid is used up: it paid for another plan, or became credit that is spent.',
  in_progress: 'A refund of this order is on its way. Wait until it has ended.',
  refund_failed: 'The bank refused a refund of this order. It stands under Stuck: mend it there.',
  disputed:
    'The customer disputes this payment at their bank, which takes the money back, or has. A refund would give it twice.',
  only_credit: {
    message: 'This was paid with credit. All of it goes back, and as credit.',
    field: 'amount',
  },
  more_than_left: { message: 'That is more than is left of it.', field: 'amount' },
} as const;

export const refundOrder = endpoint({
  name: 'refundOrder',
  wire: 'POST /console/api/orders/{id}/refund',
  caller: 'staff',
  roles: askers,
  verified: 'order',
  freshProof: true,
  headers: idempotent,
  audited: ['amount', 'reason', 'note', 'to', 'lines'],
  summary:
    'Gives back what was paid, whole or a part; above the limit of the role it waits for a second person (L08)',
  input: z.object({
    id,
    idempotencyKey,
    amount,
    reason: moneyReason,
    note,
    to: refundTo,
    /** Which lines of the bill; their sum is the amount. */
    lines: z.optional(lineNumbers),
  }),
  output: z.object({ ...said.shape, refundId: z.string(), status: moneyStatus }),
  refusals: {
    ...notRefundable,
    waits: 'A refund of this order waits for a second person already. See Approvals.',
    lines_differ: { message: 'The chosen lines come to another amount.', field: 'amount' },
    line_refunded: { message: 'A chosen line was refunded before.', field: 'lines' },
    note_missing: noteMissing,
    key_reused: keyReused,
  },
});

export const giveCredit = endpoint({
  name: 'giveCredit',
  wire: 'POST /console/api/customers/{id}/credit',
  caller: 'staff',
  roles: askers,
  verified: 'customer',
  freshProof: true,
  headers: idempotent,
  audited: ['amount', 'reason', 'note'],
  summary: 'Gives credit; above the limit of the role it waits for a second person (L08)',
  input: z.object({ id, idempotencyKey, amount, reason: moneyReason, note }),
  output: z.object({
    ...said.shape,
    balance: z.number(),
    creditId: z.string(),
    status: moneyStatus,
  }),
  refusals: { note_missing: noteMissing, key_reused: keyReused },
});

/** Orders of one payment for several lines (P03). Absent: it was for this one alone. */
export const boughtTogether = z.optional(
  z.array(
    z.object({
      id: z.string(),
      number: z.optional(z.string()),
      item: z.string(),
      amount: z.number(),
      status: z.string(),
    }),
  ),
);

export const viewPaidOrder = endpoint({
  name: 'viewPaidOrder',
  wire: 'GET /console/api/orders/{id}',
  caller: 'staff',
  roles: everybody,
  verified: 'order',
  summary: 'What was paid for an order, line by line, what of it went back, and what is left',
  input: named,
  output: z.object({
    id: z.string(),
    item: z.string(),
    paid: z.number(),
    back: z.number(),
    onTheWay: z.number(),
    /** What its card paid and may still be given back. */
    left: z.number(),
    /** The credit used for it: it comes back as credit when all of it is given back. */
    credit: z.number(),
    /** Some of it is another plan now, or credit that is spent: a refund to the card takes nothing back. */
    isSpent: z.boolean(),
    lines: z.array(z.object({ number: z.int(), label: z.string(), amount: z.number() })),
    /** Why nothing can be given back now. */
    refusal: z.nullable(z.string()),
    /** What the caller may give without a second person, today and to this customer. */
    alone: z.number(),
    /** Lines that were bought in the same payment: each has its own order, and is refunded by itself. */
    boughtWith: boughtTogether,
  }),
});

export const approval = z.object({
  id: z.string(),
  kind: z.enum(['refund', 'credit']),
  status: moneyStatus,
  customerId: z.string(),
  /** Masked; null of a closed account. */
  customer: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  /** What the order was for. */
  item: z.string(),
  amount: z.number(),
  /** Dollars of credit that come back besides. */
  along: z.number(),
  to: refundTo,
  lines: z.array(z.string()),
  reason: moneyReason,
  note: z.string(),
  askedBy: z.object({ id: z.string(), name: z.string() }),
  askedAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  decision: z.string(),
});
export type Approval = z.infer<typeof approval>;

export const approvalsShown = z.enum(['waiting', 'decided'], { error: 'There is no such list.' });

export const listApprovals = endpoint({
  name: 'listApprovals',
  wire: 'GET /console/api/approvals',
  caller: 'staff',
  roles: everybody,
  audited: ['show'],
  summary:
    'Refunds and credit that wait for a second person, the oldest first; or what was decided (L08)',
  input: z.object({
    show: z.optional(approvalsShown),
    cursor: z.optional(z.string().check(z.maxLength(64, 'This is no cursor.'))),
  }),
  output: z.object({ approvals: z.array(approval), next: z.optional(z.string()) }),
});

export const countApprovals = endpoint({
  name: 'countApprovals',
  wire: 'GET /console/api/approvals/count',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'How many wait for a second person',
  input: nothing,
  output: z.object({ waiting: z.int() }),
});

export const decideApproval = endpoint({
  name: 'decideApproval',
  wire: 'POST /console/api/approvals/{id}',
  caller: 'staff',
  roles: givers,
  freshProof: true,
  audited: ['approve', 'note'],
  summary: 'Approves what a colleague asked for, which carries it out, or declines it',
  input: z.object({ id, approve: z.boolean({ error: 'Approve or decline it.' }), note }),
  output: z.object({ ...said.shape, status: moneyStatus }),
  refusals: {
    ...notRefundable,
    own_request: 'You asked for this yourself. Somebody else must approve it.',
    decided: 'Somebody has decided this already.',
    account_closed: 'This account was closed meanwhile. Decline it.',
  },
});
