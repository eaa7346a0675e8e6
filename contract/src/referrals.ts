import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';

/** `not_counted`: the friend's payments went back, or this friend brings the customer nothing. */
export const referralState = z.enum(['joined', 'credited', 'not_counted']);

/** Nothing says who the friend is. `on`: when they joined. `amount`: dollars, for the reader. */
export const referral = z.object({ on: z.string(), state: referralState, amount: z.number() });
export type Referral = z.infer<typeof referral>;

export const viewReferrals = endpoint({
  name: 'viewReferrals',
  wire: 'GET /app/users/referrals',
  caller: 'customer',
  summary: 'The customer’s code for friends, what it brings, and the friends who joined (P07)',
  input: nothing,
  output: z.object({
    /** Dollars. */
    youGet: z.number(),
    friendGets: z.number(),
    /** So many friends bring credit in twelve months. */
    mostInYear: z.int(),
    /** Made at the first look. Null without a line, and where an agent looks first. */
    code: z.nullable(z.string()),
    hasLine: z.boolean(),
    /** The newest first, 100 at most. */
    referrals: z.array(referral),
    /** The customer joined through a friend. */
    own: z.optional(referral),
  }),
  refusals: { referrals_off: 'Refer a friend isn’t offered at the moment.' },
});
