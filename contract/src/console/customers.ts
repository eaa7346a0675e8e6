import * as z from 'zod/mini';
import { endpoint, said } from '../endpoint.ts';
import { approval, boughtTogether } from './approvals.ts';
import { id, named, reason, written } from './field-rules.ts';
import { memberRole } from '../household-acts.ts';
import { queuedPortIn } from './port-ins.ts';
import { obstacles } from '../privacy.ts';
import { admins, askers, everybody } from './roles.ts';

const page = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  address: z.string(),
  language: z.string(),
  since: z.string(),
  /** Then the page closes, until the caller is verified again. */
  verifiedUntil: z.string(),
  /** The same in seconds from now, whatever the reader's clock says. */
  closesIn: z.number(),
  credit: z.number(),
  lines: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      nickname: z.string(),
      plan: z.string(),
      status: z.string(),
      iccid: z.string(),
      simType: z.string(),
      paidUntil: z.nullable(z.string()),
      /** On hold, it is back by itself then. */
      heldUntil: z.optional(z.string()),
      /** In another account since then: here it has ended. */
      handedOverAt: z.optional(z.string()),
      /** From another account since then, and paid for there until it is due. */
      takenOverAt: z.optional(z.string()),
      /** The plan that is noted for its next payment. */
      nextPlan: z.optional(z.string()),
      /** Who has it by the holder’s invitation (P04). Without `id` and `name` they are only invited. */
      member: z.optional(
        z.object({
          id: z.optional(z.string()),
          /** Masked: they are not verified. */
          name: z.optional(z.string()),
          /** To which the holder sent the invitation. */
          email: z.string(),
          role: memberRole,
        }),
      ),
    }),
  ),
  /** Lines in other accounts that this customer has (P04). Absent: none. */
  linesOfOthers: z.optional(
    z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        plan: z.string(),
        status: z.string(),
        role: memberRole,
        /** Whose account it is in. The name is masked: they are not verified. */
        holder: z.object({ id: z.string(), name: z.string() }),
      }),
    ),
  ),
  /** Under way. */
  orders: z.array(
    z.object({
      id: z.string(),
      number: z.optional(z.string()),
      at: z.string(),
      item: z.string(),
      /** Of what is not paid yet: of all lines that one payment is for. */
      amount: z.number(),
      status: z.string(),
      /** The other lines of that purchase. */
      boughtWith: boughtTogether,
    }),
  ),
  /** What a colleague wants to give, and a second person has not decided. */
  approvals: z.array(
    z.object({
      id: z.string(),
      kind: approval.shape.kind,
      /** What the order was for; empty of credit. */
      item: z.string(),
      amount: z.number(),
      askedBy: z.string(),
      askedAt: z.string(),
    }),
  ),
  /** The newest. */
  payments: z.array(
    z.object({
      id: z.string(),
      /** What it paid for, where it was ordered here. */
      orderId: z.nullable(z.string()),
      orderNumber: z.optional(z.string()),
      at: z.string(),
      item: z.string(),
      amount: z.number(),
      outcome: z.string(),
      card: z.string(),
      /** Where it paid for several lines: the order of each, the first one too. */
      parts: boughtTogether,
    }),
  ),
  portIns: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      status: z.string(),
      reason: z.optional(z.string()),
      answer: queuedPortIn.shape.answer,
      required: queuedPortIn.shape.required,
      canFix: queuedPortIn.shape.canFix,
      /** The number that its line has now, and would give up. */
      replaces: z.optional(z.string()),
    }),
  ),
  cards: z.array(
    z.object({ network: z.string(), last4: z.string(), expiry: z.string(), primary: z.boolean() }),
  ),
  chatId: z.nullable(z.string()),
  notes: z.array(z.object({ id: z.string(), at: z.string(), by: z.string(), text: z.string() })),
});
export type CustomerPage = z.infer<typeof page>;

export const viewCustomer = endpoint({
  name: 'viewCustomer',
  wire: 'GET /console/api/customers/{id}',
  caller: 'staff',
  roles: everybody,
  verified: 'customer',
  summary: 'A verified caller’s lines, orders, payments, port-ins, cards, credit and notes (L04)',
  input: named,
  output: page,
});

export const timelineSource = z.enum([
  'account',
  'payment',
  'email',
  'port_in',
  'chat',
  'staff',
  'note',
]);
export type TimelineSource = z.infer<typeof timelineSource>;

const timelineEntry = z.object({
  id: z.string(),
  at: z.string(),
  what: timelineSource,
  /** Absent where `what` says it: an email, a step of a port-in. */
  by: z.optional(z.string()),
  text: z.string(),
  /** An email's own text; codes and links are taken out of it. */
  letter: z.optional(z.string()),
});

export const viewTimeline = endpoint({
  name: 'viewTimeline',
  wire: 'GET /console/api/customers/{id}/timeline',
  caller: 'staff',
  roles: everybody,
  verified: 'customer',
  summary: 'All that happened to a verified caller’s account, the newest first',
  input: z.object({
    id,
    cursor: z.optional(z.string().check(z.maxLength(1000, 'This is no cursor.'))),
  }),
  output: z.object({ entries: z.array(timelineEntry), next: z.optional(z.string()) }),
});

export const showReceipt = endpoint({
  name: 'showReceipt',
  wire: 'GET /console/api/customers/{id}/receipts/{payment}',
  caller: 'staff',
  roles: everybody,
  verified: 'customer',
  audited: ['payment'],
  summary: 'A receipt as its customer has it',
  input: z.object({ id, payment: id }),
  output: z.object({}),
  document: 'application/pdf',
});

export const addNote = endpoint({
  name: 'addNote',
  wire: 'POST /console/api/customers/{id}/notes',
  caller: 'staff',
  roles: askers,
  verified: 'customer',
  summary: 'A note for colleagues, which the customer does not see',
  input: z.object({ id, text: written(2000, 'Write the note.') }),
  output: said,
});

export const exportCustomer = endpoint({
  name: 'exportCustomer',
  wire: 'POST /console/api/customers/{id}/export',
  caller: 'staff',
  roles: admins,
  verified: 'customer',
  audited: ['reason'],
  summary:
    'What is kept of a verified customer and was emailed to them, without secrets, as a JSON file (L19)',
  input: z.object({ id, reason }),
  output: z.object({}),
  document: 'application/json',
});

export const eraseCustomer = endpoint({
  name: 'eraseCustomer',
  wire: 'POST /console/api/customers/{id}/erase',
  caller: 'staff',
  roles: admins,
  verified: 'customer',
  freshProof: true,
  audited: ['reason'],
  summary:
    'Erases a verified customer at once. What the law asks to keep, such as receipts, stays (L19)',
  input: z.object({ id, reason }),
  output: said,
  refusals: obstacles,
});
