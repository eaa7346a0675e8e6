import * as z from 'zod/mini';
import { endpoint, nothing, said } from '../endpoint.ts';
import { fields } from '../fields.ts';
import { simRefusals } from '../sim.ts';
import { id, named, written } from './field-rules.ts';
import { agents } from './roles.ts';

/** What is needed to send it, and no more: its customer is not verified here. */
export const shippedCard = z.object({
  id: z.string(),
  since: z.string(),
  recipient: z.string(),
  /** Its lines, as they stand on the envelope. */
  address: z.array(z.string()),
  /** The line works with the SIM that it has. */
  replacesSim: z.boolean(),
  mailed: z.optional(
    z.object({
      at: z.string(),
      by: z.string(),
      iccid: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
    }),
  ),
});
export type ShippedCard = z.infer<typeof shippedCard>;

export const listShipping = endpoint({
  name: 'listShipping',
  wire: 'GET /console/api/shipping',
  caller: 'staff',
  roles: agents,
  audited: ['state'],
  summary:
    'SIM cards to send, the oldest first, with what goes on the envelope; or those in the mail, the newest first (L20)',
  input: z.object({
    state: z.optional(z.enum(['to_send', 'mailed'], { error: 'There is no such state.' })),
  }),
  output: z.object({ cards: z.array(shippedCard), more: z.boolean() }),
});

export const sendCard = endpoint({
  name: 'sendCard',
  wire: 'POST /console/api/shipping/{id}',
  caller: 'staff',
  roles: agents,
  audited: ['iccid', 'carrier', 'trackingNumber', 'corrects'],
  summary:
    'A SIM card of the stock left: the customer is told by email. The same once more changes nothing',
  input: z.object({
    id,
    iccid: fields.iccid,
    carrier: written(40, 'Say who carries it.'),
    trackingNumber: z._default(
      z
        .string({ error: 'Enter the tracking number.' })
        .check(z.trim(), z.maxLength(60, 'At most 60 characters.')),
      '',
    ),
    /** It was sent already, and this is what is right. Nobody is told anew. */
    corrects: z.optional(z.boolean()),
  }),
  output: said,
  refusals: {
    not_wanted: 'This line waits for no SIM card any more. Don’t send it.',
    already_mailed: 'This one was sent meanwhile, with another card. Look at what is in the mail.',
    check_digit: {
      message: 'The last digit does not fit: a digit is wrong or missing. Scan the card again.',
      field: 'iccid',
    },
    not_in_stock: {
      message: 'This card is not in the stock. Add it there first, or take another one.',
      field: 'iccid',
    },
    scanned_twice: {
      message: 'This card was sent to somebody else already. Take another one.',
      field: 'iccid',
    },
    sim_unknown: {
      message: 'The carrier does not know this card. Put it aside, and take another one.',
      field: 'iccid',
    },
    sim_in_use: {
      message: 'A line has this card already. It is out of the stock now: take another one.',
      field: simRefusals.sim_in_use.field,
    },
  },
});

export const noteDelivered = endpoint({
  name: 'noteDelivered',
  wire: 'POST /console/api/shipping/{id}/arrived',
  caller: 'staff',
  roles: agents,
  summary: 'It was delivered: the customer is told how to activate it, once',
  input: named,
  output: said,
  refusals: {
    not_wanted: 'This line waits for no SIM card any more.',
    not_mailed: 'This one has not left yet.',
  },
});

export const printSlip = endpoint({
  name: 'printSlip',
  wire: 'GET /console/api/shipping/{id}/slip',
  caller: 'staff',
  roles: agents,
  summary: 'The packing slip that goes into the envelope, in the customer’s language',
  input: named,
  output: nothing,
  document: 'application/pdf',
});

export const MOST_CARDS = 100_000;

export const viewStock = endpoint({
  name: 'viewStock',
  wire: 'GET /console/api/sims',
  caller: 'staff',
  roles: agents,
  unaudited: true,
  summary: 'How many SIM cards are in stock, and how many are to send',
  input: nothing,
  output: z.object({
    inStock: z.int(),
    /** Brand setting `lines.cardStockLow`. */
    lowBelow: z.int(),
    isLow: z.boolean(),
    toSend: z.int(),
  }),
});

export const addSims = endpoint({
  name: 'addSims',
  wire: 'POST /console/api/sims',
  caller: 'staff',
  roles: agents,
  audited: ['withoutCheckDigit'],
  file: 'csv',
  summary:
    'Takes SIM cards into stock, by a CSV of ICCIDs as the body (text/csv) or a field; what is there already is left as it is',
  input: z.object({
    csv: z
      .string({ error: 'Choose a file with ICCIDs.' })
      .check(z.minLength(1, 'Choose a file with ICCIDs.')),
    /** This supplier prints no check digit. */
    withoutCheckDigit: z.optional(z.boolean()),
  }),
  output: z.object({
    ...said.shape,
    taken: z.int(),
    /** In stock before. */
    already: z.int(),
    refused: z.int(),
    /** The first thousand of them. */
    lines: z.array(z.object({ line: z.int(), text: z.string(), message: z.string() })),
  }),
  refusals: {
    too_many: 'More than 100,000 lines. Split the file: nothing of it was taken.',
    no_iccids: {
      message: 'No line of this holds an ICCID. Put one on each line, in the first column.',
      field: 'csv',
    },
  },
});
