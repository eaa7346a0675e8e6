import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';
import { card } from './payments.ts';
import { lineEnded, lineEnds, lineId } from './period.ts';

/** A new text gets a new version. */
export const consentVersion = '2026-11-28';
export const consentText =
  'I allow {product} to charge the card that I chose for this line, or my primary card, every 30 days, one day before the time that I paid for ends: the price of the plan and of add-ons that renew, with taxes and fees. If that card is refused, and I chose a second one, the second one is charged. Three days before each charge I get an email with the date and the amount. If I turn autopay on too late for that email, I see the date and the amount of the first charge before I agree, and a charge that is already due is made at once. I can turn autopay off on the line’s page at any time until the charge.';

/** `version` changes with the text, whatever the language. */
export const autopayConsent = z.object({ version: z.string(), text: z.string() });
export type AutopayConsent = z.infer<typeof autopayConsent>;

/** `amount` in dollars, before any credit. `second` is tried when `card` is refused (P11). */
export const plannedCharge = z.object({
  on: z.string(),
  amount: z.number(),
  card,
  second: z.optional(card),
  /** What the customer has of it, in dollars: used first. Absent without any. */
  credit: z.optional(z.number()),
  /** What is left for the card once that is used, as things stand, in dollars. Absent without any. */
  onCard: z.optional(z.number()),
  /** It is due already: made as soon as autopay is on. */
  atOnce: z.optional(z.literal(true)),
});
export type PlannedCharge = z.infer<typeof plannedCharge>;

export const autopay = z.object({
  on: z.boolean(),
  /** Absent while nothing will be charged. */
  nextCharge: z.optional(plannedCharge),
  /** The day of it: for who manages a line of another's, whose card it is not (P04). */
  chargesOn: z.optional(z.string()),
  /** The last try for these 30 days was declined; `nextCharge` is the next one, if there is one. */
  declined: z.optional(z.literal(true)),
  /** What it charges: the one of the line, or the primary one. Absent: none is saved, or it is off. */
  card: z.optional(card),
  /** Tried when `card` is refused. */
  second: z.optional(card),
  consent: autopayConsent,
});
export type Autopay = z.infer<typeof autopay>;

export const setAutopay = endpoint({
  name: 'setAutopay',
  wire: 'PUT /app/lines/{id}/autopay',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary: 'Turns autopay of a line on, with the consent that was shown, or off (K03)',
  input: z.object({
    id: lineId,
    on: z.boolean(),
    /** The version shown; needed to turn it on. */
    consent: z.optional(z.string().check(z.maxLength(64))),
  }),
  output: z.object({ message: z.string(), autopay }),
  refusals: {
    line_ended: lineEnded,
    line_ends: lineEnds,
    consent_outdated: 'The text about autopay has changed. Please read it again.',
    no_card: 'Please add a card first. Autopay charges your primary card.',
  },
});

const cardId = z.string().check(z.maxLength(64));

export const setAutopayCards = endpoint({
  name: 'setAutopayCards',
  wire: 'PUT /app/lines/{id}/autopay/cards',
  caller: 'customer',
  act: 'own',
  notForAgents: true,
  summary:
    'Chooses the card that autopay of a line charges, and the one that is tried when it is refused (P11). What is absent stays; a second card of null is none',
  input: z.object({
    id: lineId,
    cardId: z.optional(cardId),
    secondCardId: z.optional(z.nullable(cardId)),
  }),
  output: z.object({ message: z.string(), autopay }),
  refusals: {
    line_ended: lineEnded,
    unknown_card: 'This card isn’t saved anymore. Please choose another one.',
    same_card: 'Please choose two different cards.',
  },
});

export const viewAutopayConsent = endpoint({
  name: 'viewAutopayConsent',
  wire: 'GET /app/lines/autopay/consent',
  caller: 'anyone',
  summary: 'What a customer who turns autopay on agrees to (K03)',
  input: nothing,
  output: autopayConsent,
});

export const viewPlannedCharge = endpoint({
  name: 'viewPlannedCharge',
  wire: 'GET /app/lines/{id}/autopay/charge',
  caller: 'customer',
  act: 'own',
  summary: 'What autopay would charge next, and when, if it were turned on now (K03)',
  input: z.object({ id: lineId }),
  /** Absent without a card, and for a line whose time has not begun or is over. */
  output: z.object({ charge: z.optional(plannedCharge) }),
});
