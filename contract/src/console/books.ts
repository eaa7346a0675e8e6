import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { givers } from './roles.ts';

/** What a bill's lines are to a carrier: sold, its own fee, a government's fee, a tax. */
export const bookKinds = ['sold', 'own_fee', 'government_fee', 'tax'] as const;
export type BookKind = (typeof bookKinds)[number];

/** Dollars. `billed` is what bills of the month say, `returned` what bills said that went back whole in it. */
const bookItem = z.object({
  /** A state, or empty where a bill says none. */
  place: z.string(),
  kind: z.enum(bookKinds),
  name: z.string(),
  billed: z.number(),
  returned: z.number(),
});
export type BookItem = z.infer<typeof bookItem>;

const bookFigure = [
  'billed',
  'fromCredit',
  'charged',
  /** Came in for no order; it goes back, and is among `refunded` then. */
  'unowned',
  'refunded',
  'takenByBanks',
  'paidBackByHand',
  'refundedToCredit',
  'creditGiven',
  'creditUsed',
  /** What the provider has sent to the bank, after its fees; below zero it took. */
  'paidOut',
] as const;
export type BookFigure = (typeof bookFigure)[number];

/** Dollars: `billed` = `fromCredit` + `charged`. */
const bookFigures = z.record(z.enum(bookFigure), z.number());
export type BookFigures = z.infer<typeof bookFigures>;

export const viewBooks = endpoint({
  name: 'viewBooks',
  wire: 'GET /console/api/books',
  caller: 'staff',
  roles: givers,
  audited: ['month'],
  summary: 'What a month was billed, charged and given back, by place and by day (L22)',
  input: z.object({
    /** This month by default. */
    month: z.optional(
      z.string().check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'Write the month as 2026-11.')),
    ),
  }),
  output: z.object({
    month: z.string(),
    /** Dates in the brand's time zone: the first day, and the last one that has begun. */
    from: z.string(),
    to: z.string(),
    isOver: z.boolean(),
    timeZone: z.string(),
    asOf: z.string(),
    items: z.array(bookItem),
    /** Every day, oldest first. */
    days: z.array(z.object({ on: z.string(), bills: z.int(), figures: bookFigures })),
    totals: bookFigures,
    bills: z.int(),
    /** Of `charged`, dollars: paid before this shop ran here, so not in the provider's books. */
    chargedElsewhere: z.number(),
    /** Of the whole account with the provider; `not_told` where it tells of none. */
    payouts: z.object({
      state: z.enum(['read', 'unread', 'not_told']),
      /** Dollars, on their way by now. */
      underWay: z.number(),
      /** Other brands that are paid out together with this one. */
      sharedWith: z.array(z.string()),
    }),
    /** The newest comparison with the provider's books, and what differed. */
    compared: z.nullable(
      z.object({ at: z.string(), since: z.string(), differences: z.int(), unread: z.boolean() }),
    ),
  }),
});
export type Books = z.infer<(typeof viewBooks)['output']>;
