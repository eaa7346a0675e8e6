import * as z from 'zod/mini';
import { addOn } from './add-on.ts';
import { orderAnswer, quote } from './checkout.ts';
import { endpoint, said } from './endpoint.ts';
import { paying, payingHeaders, payingRefusals } from './paying.ts';
import { lineEnded, lineEnds, lineId } from './period.ts';

/** What an add-on costs, once or for these 30 days. */
export const addOnQuote = z.extend(quote, {
  addOn,
  /** How long what is bought now holds. */
  until: z.string(),
  /** Dollars; taken off the total already. */
  creditUsed: z.number(),
});
export type AddOnQuote = z.infer<typeof addOnQuote>;

const addOnId = z.string().check(z.maxLength(64));

const refusals = {
  ...payingRefusals,
  unknown_add_on: 'This add-on is no longer on sale.',
  not_active: 'This line isn’t active. You can add to it once it is.',
  /** Of what gives no data. Its `message` says until when. */
  already_active: 'This line has it already. You can buy it again once it has ended.',
  already_paid: 'You’ve already paid for this. To buy it again, check its price again.',
} as const;

export const quoteAddOn = endpoint({
  name: 'quoteAddOn',
  wire: 'POST /app/lines/{id}/addons/quote',
  caller: 'customer',
  act: 'pay',
  needs: 'allowances',
  summary: 'The itemized price of an add-on for a line (K10)',
  input: z.object({ id: lineId, addOnId }),
  output: addOnQuote,
  refusals: {
    line_ended: refusals.line_ended,
    busy: refusals.busy,
    unknown_add_on: refusals.unknown_add_on,
    not_active: refusals.not_active,
    already_active: refusals.already_active,
  },
});

export const buyAddOn = endpoint({
  name: 'buyAddOn',
  wire: 'POST /app/lines/{id}/addons',
  caller: 'customer',
  act: 'pay',
  notForAgents: true,
  needs: 'allowances',
  summary: 'Buys an add-on for a line (K10)',
  headers: payingHeaders,
  input: z.object({ id: lineId, ...paying }),
  output: orderAnswer,
  refusals,
});

export const stopAddOn = endpoint({
  name: 'stopAddOn',
  wire: 'DELETE /app/lines/{id}/addons/{addOnId}',
  caller: 'customer',
  act: 'pay',
  notForAgents: true,
  summary: 'An add-on of each 30 days is not bought again; what is paid stays (K10)',
  input: z.object({ id: lineId, addOnId }),
  output: said,
  refusals: { line_ended: lineEnded, busy: refusals.busy },
});

export const keepAddOn = endpoint({
  name: 'keepAddOn',
  wire: 'POST /app/lines/{id}/addons/{addOnId}/keep',
  caller: 'customer',
  act: 'pay',
  notForAgents: true,
  summary: 'A stopped add-on of each 30 days is bought again after all; until its days end (K10)',
  input: z.object({ id: lineId, addOnId }),
  output: said,
  refusals: {
    line_ended: lineEnded,
    line_ends: lineEnds,
    busy: refusals.busy,
    not_stopped: 'There is nothing to keep here. You can add it again.',
  },
});
