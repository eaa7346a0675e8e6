import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';

/** What must be over before an account can be erased. The first that is there is the refusal. */
export const obstacles = {
  line_live: 'You still have a line. End it, or take its number to another carrier, and ask again.',
  order_open: 'An order is still going through. Ask again once it’s done.',
  port_in_open:
    'A number is still being transferred to us. Ask again once it’s here, or cancel the transfer.',
  money_open: 'A payment or a refund is still going through. Ask again once it’s done.',
  dispute_open: 'A bank is still deciding about a disputed payment. Ask again once it’s done.',
} as const;
export type Obstacle = keyof typeof obstacles;

export const viewPrivacy = endpoint({
  name: 'viewPrivacy',
  wire: 'GET /app/users/privacy',
  caller: 'customer',
  notForAgents: true,
  summary: 'Whether the account is to be erased, and what stands in the way (L19)',
  input: nothing,
  output: z.object({
    /** When it will be erased; null: nobody asked. */
    erasesAt: z.nullable(z.string()),
    /** Days from asking to erasing. */
    waits: z.number(),
    obstacles: z.array(z.object({ reason: z.string(), message: z.string() })),
    /** Is lost with the account. */
    credit: z.number(),
  }),
});

export const exportOwn = endpoint({
  name: 'exportOwn',
  wire: 'POST /app/users/export',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  proofFor: 'look',
  summary: 'What is kept of the customer, as a JSON file (L19)',
  input: nothing,
  output: z.object({}),
  document: 'application/json',
});

export const askErasure = endpoint({
  name: 'askErasure',
  wire: 'POST /app/users/erasure',
  caller: 'customer',
  notForAgents: true,
  freshProof: true,
  proofFor: 'change',
  summary: 'Asks to erase the account: after 7 days, in which it can be kept (L19)',
  input: nothing,
  output: z.object({ message: z.string(), erasesAt: z.string() }),
  refusals: obstacles,
});

export const keepAccount = endpoint({
  name: 'keepAccount',
  wire: 'DELETE /app/users/erasure',
  caller: 'customer',
  notForAgents: true,
  summary: 'Takes the wish to be erased back. Harmless when there is none (L19)',
  input: nothing,
  output: said,
});
