import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';

/** Dollars; what was used is negative. `reason` is a sentence for the reader. */
export const creditEntry = z.object({ on: z.string(), amount: z.number(), reason: z.string() });
export type CreditEntry = z.infer<typeof creditEntry>;

export const viewCredit = endpoint({
  name: 'viewCredit',
  wire: 'GET /app/users/credit',
  caller: 'customer',
  summary: 'The customer’s credit and what it came of, newest first (K21)',
  input: nothing,
  output: z.object({ balance: z.number(), entries: z.array(creditEntry) }),
});
