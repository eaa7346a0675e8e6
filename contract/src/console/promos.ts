import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { isDay } from '../fields.ts';
import { amount, id, noSuchDay } from './field-rules.ts';
import { everybody, givers } from './roles.ts';

/** A whole day in the brand's time zone. */
const day = z.string({ error: 'Choose a day.' }).check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
    error: 'Choose a day.',
    abort: true,
  }),
  z.refine(isDay, noSuchDay),
);

const times = z
  .int({ error: 'Enter a whole number.' })
  .check(z.minimum(1, 'Enter 1 or more.'), z.maximum(1_000_000, 'Enter at most 1,000,000.'));

/** What may be changed later. What is absent has no limit. */
const limits = {
  mostUses: z.optional(times),
  mostEach: z.optional(times),
  /** Its first and its last day. */
  from: z.optional(day),
  until: z.optional(day),
};

/** One of the two is given. */
const takesOff = {
  percentOff: z.optional(
    z
      .int({ error: 'Enter whole percent.' })
      .check(z.minimum(1, 'Enter 1 to 100 percent.'), z.maximum(100, 'Enter 1 to 100 percent.')),
  ),
  amountOff: z.optional(amount),
  everyPeriod: z.boolean({ error: 'Say whether it is for each payment.' }),
};

export const promoState = z.enum(['on', 'not_yet', 'used_up', 'over', 'ended']);

const promo = z.object({
  id: z.string(),
  code: z.string(),
  percentOff: z.nullable(z.number()),
  amountOff: z.nullable(z.number()),
  everyPeriod: z.boolean(),
  mostUses: z.nullable(z.number()),
  mostEach: z.nullable(z.number()),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  state: promoState,
  /** Orders that are paid, or being paid. */
  used: z.number(),
  version: z.number(),
  /** As the brand's file has it, until the console changes it. */
  fromFile: z.boolean(),
  changedBy: z.string(),
});
export type ConsolePromo = z.infer<typeof promo>;

export const listPromos = endpoint({
  name: 'listPromos',
  wire: 'GET /console/api/promos',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'Promo codes, the newest first, and how often each is used (L11)',
  input: nothing,
  output: z.object({ promos: z.array(promo) }),
});

export const addPromo = endpoint({
  name: 'addPromo',
  wire: 'POST /console/api/promos',
  caller: 'staff',
  roles: givers,
  audited: [
    'code',
    'percentOff',
    'amountOff',
    'everyPeriod',
    'mostUses',
    'mostEach',
    'from',
    'until',
  ],
  summary: 'Makes a promo code: percent or amount, of the first payment or of each',
  input: z.object({
    code: z
      .string({ error: 'Enter a code.' })
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, 'Use 3 to 32 letters, digits, - or _.'),
      ),
    ...takesOff,
    ...limits,
  }),
  output: z.object({ ...said.shape, id: z.string() }),
  refusals: {
    code_taken: { message: 'There is a code of this name. Choose another one.', field: 'code' },
  },
});

export const changePromo = endpoint({
  name: 'changePromo',
  wire: 'PUT /console/api/promos/{id}',
  caller: 'staff',
  roles: givers,
  audited: ['mostUses', 'mostEach', 'from', 'until', 'ended', 'version'],
  summary: 'Changes how often and how long a code can be used, ends it, or lets it go on',
  input: z.object({
    id,
    ...limits,
    ended: z.boolean({ error: 'Say whether it has ended.' }),
    /** The one that was looked at. */
    version: z.int({ error: 'Send the version that you looked at.' }),
  }),
  output: said,
  refusals: {
    changed_meanwhile: 'A colleague has changed this code meanwhile. Close this and look again.',
  },
});
