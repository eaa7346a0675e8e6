import * as z from 'zod/mini';
import { endpoint, nothing, proofRequired } from './endpoint.ts';
import { fields } from './fields.ts';
import { line, simType } from './lines.ts';
import { furtherLines, furtherPlans, lineRefusals } from './more-lines.ts';
import { chosenNumber, numberGone } from './new-numbers.ts';
import { paying, payingHeaders } from './paying.ts';
import { transaction } from './payments.ts';
import { bringNumber, orderedPortIn, portInFieldNames } from './port-in.ts';
import { prepayMonths, unknownTerm } from './prepay.ts';
import { simRefusals } from './sim.ts';

export const quoteLine = z.object({
  kind: z.enum([
    ...([
      'plan',
      'add_on',
      'activation',
      'company_fee',
      'government_fee',
      'tax',
      'discount',
    ] as const),
    /** Taken off after taxes: days that were paid and not used, and the customer's credit. */
    ...(['unused_days', 'credit'] as const),
    /** Of the unused days, more than there was to pay: it becomes credit. */
    'credit_left',
  ]),
  label: z.string(),
  amount: z.number(),
});
export type QuoteLine = z.infer<typeof quoteLine>;

const renewal = z.object({ amount: z.number(), firstOn: z.string() });

/** What one of several lines costs (P03). */
export const quotePart = z.object({
  planId: z.string(),
  planName: z.string(),
  lines: z.array(quoteLine),
  /** After its discount and credit. */
  amount: z.number(),
  months: z.optional(prepayMonths),
  renewal,
});
export type QuotePart = z.infer<typeof quotePart>;

/**
 * The price of an order before it is paid, or of all that are paid together. `taxAmount` is taxes
 * plus government fees.
 */
export const quote = z.object({
  quoteId: z.string(),
  /** Of several lines: all that `parts` has, in their order. */
  lines: z.array(quoteLine),
  /** For several lines: what each costs, in the order they were asked for. */
  parts: z.optional(z.array(quotePart)),
  orderTotal: z.number(),
  taxAmount: z.number(),
  regulatoryFee: z.number(),
  activationFee: z.number(),
  discountAmount: z.number(),
  finalCheckoutAmount: z.number(),
  estimated: z.boolean(),
  expiresAt: z.string(),
  /** It pays for so many periods of 30 days at once; absent: for one (P10). */
  months: z.optional(prepayMonths),
  /**
   * Of a new line: what each later 30 days cost at today's prices, with a code that comes off each payment, in
   * dollars, and the day of autopay's first charge if the line starts today. Of several lines each part has it.
   */
  renewal: z.optional(renewal),
  /** The code is a friend's: nothing off, but so many dollars of credit after the second period is paid. */
  friend: z.optional(z.object({ code: z.string(), credit: z.number() })),
});
export type Quote = z.infer<typeof quote>;

const cartId = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'Your cart has expired. Please choose your plan again.'));

const promoRefusals = {
  promo_unknown: { message: 'We don’t recognize this promo code.', field: 'promoCode' },
  promo_expired: { message: 'This promo code has expired.', field: 'promoCode' },
  promo_not_yet: { message: 'This promo code isn’t valid yet.', field: 'promoCode' },
  promo_used_up: {
    message: 'This promo code is used up. Remove it to see the price without it.',
    field: 'promoCode',
  },
  promo_already_used: {
    message: 'You’ve already used this promo code. Remove it to see the price without it.',
    field: 'promoCode',
  },
  friend_not_new: {
    message: 'A friend’s code is for people who are new here. Remove it to go on without it.',
    field: 'promoCode',
  },
} as const;

export const askQuote = endpoint({
  name: 'askQuote',
  wire: 'POST /app/checkout/quote',
  caller: 'anyone',
  // Their credit is taken off.
  knowsCustomer: true,
  summary: 'The itemised price of a plan at a ZIP code',
  input: z.object({
    planId: z.string().check(z.maxLength(64)),
    zipCode: fields.zipCode,
    state: z.optional(fields.state),
    address: z.optional(
      z.object({
        streetNumber: fields.streetNumber,
        streetDirection: fields.streetDirection,
        streetName: fields.streetName,
        streetUnit: fields.streetUnit,
        city: fields.city,
      }),
    ),
    promoCode: z.optional(z.string().check(z.maxLength(40, 'We don’t recognize this promo code.'))),
    /** Absent: 30 days. */
    months: z.optional(prepayMonths),
    cartId,
    /** The plans of further lines. A code counts for the first line. */
    more: furtherPlans,
  }),
  output: quote,
  refusals: {
    too_many_lines: lineRefusals.too_many_lines,
    unknown_plan: 'This plan is no longer on sale. Please choose another one.',
    no_coverage: { message: 'We don’t cover this ZIP Code yet.', field: 'zipCode' },
    unknown_term: unknownTerm,
    ...promoRefusals,
  },
});

const phone = z.pipe(
  z.transform((typed: unknown) => (typeof typed === 'string' ? typed.replace(/^\+/, '') : typed)),
  fields.contactNumber,
);

export const shipping = z.object({
  addressOne: fields.addressOne,
  addressTwo: z.optional(fields.addressTwo),
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
});

export const orderStatus = z.enum([
  'placed',
  'confirm',
  'paid',
  'activating',
  'active',
  'declined',
  'cancelled',
  'refunding',
  'refund_failed',
  'refunded',
]);
export type OrderStatus = z.infer<typeof orderStatus>;

/** How a payment attempt ended, or where the customer must go next. */
export const orderAnswer = z.object({
  orderId: z.string(),
  /**
   * The last three: a cart whose order was paid before and is being, or was, refunded. One of several
   * lines is `paid` until all went back; the message says which did.
   */
  status: z.enum([
    'placed',
    'paid',
    'declined',
    'confirm',
    'refunding',
    'refund_failed',
    'refunded',
  ]),
  redirectUrl: z.optional(z.string()),
  message: z.string(),
  reason: z.optional(z.string()),
});
export type OrderAnswer = z.infer<typeof orderAnswer>;

export const openOrder = z.object({
  orderId: z.string(),
  number: z.optional(z.string()),
  cartId: z.string(),
  /** Absent: it is for a new line. */
  lineId: z.optional(z.string()),
  status: z.enum(['placed', 'confirm']),
  /** Of several lines: all plans. */
  item: z.string(),
  amount: z.number(),
  placedAt: z.string(),
  redirectUrl: z.optional(z.string()),
});
export type OpenOrder = z.infer<typeof openOrder>;

export const placeOrder = endpoint({
  name: 'placeOrder',
  wire: 'POST /app/checkout/orders',
  caller: 'customer',
  notForAgents: true,
  proofFor: 'move',
  summary: 'Places the order of a cart and charges it, once',
  headers: payingHeaders,
  input: z.object({
    ...paying,
    cartId,
    simType,
    iccid: z.optional(fields.iccid),
    imei: z.optional(fields.imei),
    firstName: fields.firstName,
    lastName: fields.lastName,
    contactNumber: z.optional(phone),
    streetNumber: fields.streetNumber,
    streetDirection: z.optional(fields.streetDirection),
    streetName: fields.streetName,
    streetUnit: fields.streetUnit,
    city: fields.city,
    state: fields.state,
    zipCode: fields.zipCode,
    shipping: z.optional(shipping),
    portIn: z.optional(orderedPortIn),
    /** Without it, and without a port-in, the carrier chooses. */
    newNumber: chosenNumber,
    /** As many as the price has. A refusal about one says which in `errors`: `line`, 2 for the first of these. */
    more: furtherLines,
    /** Turns autopay of the new line, or of each, on: the version of the text that was shown (K03). */
    autopay: z.optional(z.object({ consent: z.string().check(z.maxLength(64)) })),
    besides: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20))),
  }),
  output: orderAnswer,
  fieldNames: { ...portInFieldNames, msisdn: 'yourNumber' },
  refusals: {
    /** With a saved card, where the line is for another name or address. */
    proof_required: proofRequired,
    port_in_ended: {
      message: 'This number can no longer be transferred. Please check it again.',
      field: 'yourNumber',
    },
    other_number: { message: 'Please check this number first.', field: 'yourNumber' },
    number_taken: { ...bringNumber.refusals.number_taken, field: 'yourNumber' },
    number_gone: numberGone,
    ...lineRefusals,
    ...simRefusals,
    esim_not_offered: {
      message: 'Our network has no eSIM. Please choose a SIM card.',
      field: 'simType',
    },
    payment_open:
      'We’re checking your payment for another order. If you pay for this one too, you may pay for both.',
    quote_stale: 'The price has changed. Please review it before you pay.',
    quote_expired: 'This price has expired. Please review it before you pay.',
    no_coverage: { message: 'We don’t cover this ZIP Code yet.', field: 'zipCode' },
    amount_too_small: {
      message: 'This total is too small to be paid by card. Change the promo code, or contact us.',
      field: 'promoCode',
    },
    ...promoRefusals,
    unknown_card: 'Please choose a card or enter a new one.',
    no_card: 'Please choose a card or enter a new one.',
    consent_outdated: 'The text about autopay has changed. Please read it again.',
    unknown_quote: 'This price has expired. Please review it before you pay.',
  },
});

export const listOpenOrders = endpoint({
  name: 'listOpenOrders',
  wire: 'GET /app/checkout/orders',
  caller: 'customer',
  summary: 'The orders whose payment is still being checked, oldest first',
  input: nothing,
  output: z.object({ orders: z.array(openOrder) }),
});

export const confirmPayment = endpoint({
  name: 'confirmPayment',
  wire: 'POST /app/checkout/confirmations',
  caller: 'customer',
  notForAgents: true,
  summary: 'Asks the provider how a payment stands after the bank sent the customer back (A17)',
  input: z.object({ payment: z.string().check(z.minLength(1), z.maxLength(200)) }),
  output: orderAnswer,
});

export const viewOrder = endpoint({
  name: 'viewOrder',
  wire: 'GET /app/checkout/orders/{id}',
  caller: 'customer',
  summary: 'Where an order stands, and how its payment went',
  input: z.object({ id: z.string().check(z.maxLength(64)) }),
  output: z.object({
    orderId: z.string(),
    /** As people say it: `H-4821-88`. */
    number: z.optional(z.string()),
    /** Absent: it is for a line that is there. */
    cartId: z.optional(z.string()),
    status: orderStatus,
    payment: orderAnswer,
    line: z.optional(line),
    transaction: z.optional(transaction),
    /** Where several lines were bought at once: all of them, this one too. Each has an order of its own. */
    purchase: z.optional(
      z.array(
        z.object({
          orderId: z.string(),
          number: z.optional(z.string()),
          item: z.string(),
          amount: z.number(),
          status: orderStatus,
          line: z.optional(line),
        }),
      ),
    ),
  }),
});
