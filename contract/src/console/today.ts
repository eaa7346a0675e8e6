import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { everybody } from './roles.ts';

/** Money in dollars, waits in seconds, churn in percent of the lines that worked before. */
const figure = [
  'orders',
  'newLines',
  'revenue',
  'refunds',
  'activations',
  'renewalsDue',
  'renewalsPaid',
  'autopayFailures',
  'portInsCompleted',
  'portInsRefused',
  'portInsCancelled',
  'portInsExpired',
  'portInsFailed',
  'waitMedian',
  'waitP95',
  'linesEnded',
  'churn',
] as const;
export type FigureName = (typeof figure)[number];

/** Null: nothing to say it of, or not counted yet. */
const figures = z.record(z.enum(figure), z.nullable(z.number()));
export type Figures = z.infer<typeof figures>;

export const spans = ['7', '30', '90'] as const;

export const viewToday = endpoint({
  name: 'viewToday',
  wire: 'GET /console/api/today',
  caller: 'staff',
  roles: everybody,
  unaudited: true,
  summary: 'How the shop does: so many whole days, those before them, and today so far (L14)',
  input: z.object({
    days: z._default(z.enum(spans, { error: 'Choose 7, 30 or 90 days.' }), '30'),
  }),
  output: z.object({
    days: z.int(),
    /** Dates in the brand's time zone: the first and the last whole day. */
    from: z.string(),
    to: z.string(),
    timeZone: z.string(),
    asOf: z.string(),
    /** Days before this one are still being counted. */
    countedFrom: z.nullable(z.string()),
    now: figures,
    before: figures,
    /** Oldest first, those that are counted; the last is today so far. */
    series: z.array(z.object({ on: z.string(), figures })),
  }),
});
export type Today = z.infer<(typeof viewToday)['output']>;
