import * as z from 'zod/mini';

/** A provider's token begins with a letter, so a card number never passes for one. */
const paymentToken = z
  .string()
  .check(z.regex(/^[A-Za-z]\w{0,199}$/, 'Please choose a card or enter a new one.'));

export const keyMissing = 'Please send an Idempotency-Key.';

/** One for each try to pay: sent again it answers how that try ended and charges nothing. */
const idempotencyKey = z.string(keyMissing).check(z.regex(/^[A-Za-z0-9_:.-]{8,128}$/, keyMissing));

export const payingHeaders = { idempotencyKey: 'idempotency-key' } as const;

/** How a call that charges is paid for. */
export const paying = {
  idempotencyKey,
  quoteId: z.string().check(z.maxLength(64)),
  /** A saved card, or …; neither where nothing is to be paid. */
  cardId: z.optional(z.string().check(z.maxLength(64))),
  /** … what the provider gave the browser for a new one. */
  paymentToken: z.optional(paymentToken),
  saveCard: z.optional(z.boolean()),
};

/** Why a call that charges for something of a line charges nothing. */
export const payingRefusals = {
  line_ended: 'This line has ended.',
  /** Its `message` says what is under way. */
  busy: 'Something else is under way on this line. Please try again in a moment.',
  quote_expired: 'This price has expired. Please review it before you pay.',
  unknown_card: 'Please choose a card or enter a new one.',
  no_card: 'Please choose a card or enter a new one.',
  amount_too_small: 'This total is too small to be paid by card. Please contact us.',
} as const;
