import * as z from 'zod/mini';
import { endpoint, said, type Endpoint } from '../endpoint.ts';
import { deskAction, mendingAction, stuckKind, type MendingAction } from '../stuck.ts';
import { note } from './field-rules.ts';
import { askers, everybody, givers } from './roles.ts';

/** `<kind>.<subject>`, of the list. */
const stuckId = z
  .string({ error: 'What is it about?' })
  .check(z.minLength(3, 'What is it about?'), z.maxLength(300, 'This is no id.'));

export const stuckItem = z.object({
  id: z.string(),
  kind: stuckKind,
  subject: z.string(),
  since: z.string(),
  reason: z.string(),
  customerId: z.optional(z.string()),
  /** Masked; left out where there is none, or the account is closed. */
  customer: z.optional(z.string()),
  assignedTo: z.optional(z.string()),
  snoozedUntil: z.optional(z.string()),
  /** Those that the caller's role may take. */
  actions: z.array(mendingAction),
  notes: z.array(z.object({ by: z.string(), at: z.string(), note: z.string() })),
});
export type ShownStuck = z.infer<typeof stuckItem>;

export const listStuck = endpoint({
  name: 'listStuck',
  wire: 'GET /console/api/stuck',
  caller: 'staff',
  roles: everybody,
  audited: ['kind'],
  summary: 'All that hangs, the longest first; what rests comes last (L06)',
  input: z.object({ kind: z.optional(stuckKind) }),
  output: z.object({ items: z.array(stuckItem) }),
});

const mending = {
  not_stuck: 'That does not hang any more. Somebody may have mended it.',
  not_offered: 'That does not mend this. Look at it again.',
  in_vain: 'That changed nothing. Look at it again.',
} as const;

/** What moves no money. */
export const actOnStuck = endpoint({
  name: 'actOnStuck',
  wire: 'POST /console/api/stuck/{id}/{action}',
  caller: 'staff',
  roles: askers,
  audited: ['action', 'note', 'until'],
  summary: 'Takes, puts down, rests, wakes or notes what hangs; asks or tries again',
  input: z.object({
    id: stuckId,
    action: z.enum([...deskAction.options, 'ask_again', 'retry', 'leave'], {
      error: 'There is no such action.',
    }),
    note,
    until: z.optional(z.iso.datetime({ error: 'Choose a day and a time.' })),
    /** Take it although a colleague has it. */
    over: z.optional(z.boolean()),
  }),
  output: said,
  refusals: { ...mending, taken: 'A colleague has it. Ask them, or take it over.' },
});

const moneyOf = (action: MendingAction, name: string, summary: string) =>
  endpoint({
    name,
    wire: `POST /console/api/stuck/{id}/${action}`,
    caller: 'staff',
    roles: givers,
    freshProof: true,
    audited: ['note'],
    summary,
    input: z.object({ id: stuckId, note }),
    output: said,
    refusals: mending,
  });

export const stuckMoneyCalls = {
  refund: moneyOf('refund', 'refundStuck', 'Tries a refund again that the bank refused'),
  cancel: moneyOf('cancel', 'cancelStuck', 'Gives up what hangs, and gives back what was paid'),
  paid_back: moneyOf('paid_back', 'notePaidBack', 'Notes how a refused refund was paid by hand'),
  forgive: moneyOf('forgive', 'forgiveStuck', 'Forgives what a customer owes'),
} as const;

/** The call of its own of what moves money; `actOnStuck` does the others. */
export const moneyCallOf = (action: MendingAction): Endpoint | undefined =>
  (stuckMoneyCalls as Partial<Record<MendingAction, Endpoint>>)[action];
