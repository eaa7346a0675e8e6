import * as z from 'zod/mini';
import { endpoint, said } from '../endpoint.ts';
import { portInStatus } from '../lines.ts';
import { portInFieldNames, oldService, resubmitPortIn } from '../port-in.ts';
import { portInField, portInReason } from '../port-in-reasons.ts';
import { id, reason } from './field-rules.ts';
import { agents, everybody } from './roles.ts';

export const queuedPortIn = z.object({
  id: z.string(),
  customerId: z.string(),
  /** Masked; null once the account is closed. */
  customer: z.nullable(z.string()),
  /** The last four digits: the rest is the customer's, who is not verified here. */
  numberEnds: z.string(),
  status: portInStatus,
  reason: z.nullable(portInReason),
  since: z.string(),
  attempts: z.int(),
  oldCarrier: z.string(),
  /** The other carrier's newest words, as they came. */
  answer: z.optional(z.object({ code: z.string(), text: z.string(), at: z.string() })),
  /** What the customer still owes. */
  required: z.array(portInField),
  waitsForPlan: z.boolean(),
  waitsForPayment: z.boolean(),
  stuck: z.boolean(),
  cancelAsked: z.boolean(),
  canFix: z.boolean(),
});
export type QueuedPortIn = z.infer<typeof queuedPortIn>;

export const queuePortIns = endpoint({
  name: 'queuePortIns',
  wire: 'GET /console/api/portins',
  caller: 'staff',
  roles: everybody,
  audited: ['state'],
  summary:
    'Port-ins, the longest in their state first; without a state those that are not over (L07)',
  input: z.object({ state: z.optional(portInStatus) }),
  output: z.object({ portIns: z.array(queuedPortIn) }),
});

export const resubmitForCustomer = endpoint({
  name: 'resubmitForCustomer',
  wire: 'POST /console/api/portins/{id}/resubmit',
  caller: 'staff',
  roles: agents,
  verified: 'port_in',
  audited: ['reason'],
  summary: 'Sends a rejected port-in again for its verified customer, with what they corrected',
  input: z.object({ id, reason, ...oldService.shape }),
  output: z.object({ ...said.shape, status: portInStatus }),
  fieldNames: portInFieldNames,
  refusals: {
    ...resubmitPortIn.refusals,
    number_locked:
      'The line’s number lock is on, and only the customer turns it off: on the line’s page, with their own proof. After that send it again.',
    moves_paused:
      'This account was changed a short time ago, so no number of it moves for now. The customer’s dashboard shows until when.',
    /** Onto a line that has a number. */
    code_needed:
      'This takes the place of the number that the line has now, so a ticket or an ID isn’t enough. Verify the customer by a code that they read out, or let them send it again from their own account.',
  },
});
