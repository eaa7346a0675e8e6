import * as z from 'zod/mini';
import { orderAnswer, quote } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { paying, payingHeaders, payingRefusals } from './paying.ts';
import { lineEnds, lineId, period } from './period.ts';
import { prepayMonths, prepayOffer, unknownTerm } from './prepay.ts';

/** What a line's next period costs. */
export const periodQuote = z.extend(quote, {
  /** From the first day that it pays for to the last one. */
  period,
  /** Dollars; taken off the total already. */
  creditUsed: z.number(),
});
export type PeriodQuote = z.infer<typeof periodQuote>;

export const renewalQuote = z.extend(periodQuote, {
  /** Several months at once, where this line can be paid so; else empty (P10). */
  prepay: z.array(prepayOffer),
  /** Why it can’t, though its plan could. */
  prepayNote: z.optional(z.string()),
});
export type RenewalQuote = z.infer<typeof renewalQuote>;

const refusals = {
  ...payingRefusals,
  line_ends: lineEnds,
  not_active: 'This line isn’t active yet. You can renew it once it is.',
  too_early: 'It’s too early to pay for the next 30 days. You can do so 10 days before they begin.',
  already_paid: 'The next 30 days of this line are paid already.',
} as const;

export const quoteRenewal = endpoint({
  name: 'quoteRenewal',
  wire: 'POST /app/lines/{id}/renewal/quote',
  caller: 'customer',
  act: 'pay',
  summary: 'The itemised price of a line’s next 30 days (K02)',
  /** Without months: 30 days. */
  input: z.object({ id: lineId, months: z.optional(prepayMonths) }),
  output: renewalQuote,
  refusals: {
    line_ended: refusals.line_ended,
    line_ends: refusals.line_ends,
    busy: refusals.busy,
    not_active: refusals.not_active,
    too_early: refusals.too_early,
    already_paid: refusals.already_paid,
    unknown_term: unknownTerm,
  },
});

export const renewLine = endpoint({
  name: 'renewLine',
  wire: 'POST /app/lines/{id}/renewal',
  caller: 'customer',
  act: 'pay',
  notForAgents: true,
  summary: 'Pays for a line’s next 30 days, once (K02)',
  headers: payingHeaders,
  input: z.object({ id: lineId, ...paying }),
  output: orderAnswer,
  refusals,
});
