import * as z from 'zod/mini';
import { endpoint, nothing, said } from './endpoint.ts';

export const cardNetwork = z.enum([
  'visa',
  'mastercard',
  'amex',
  'jcb',
  'discover',
  'diners',
  'unionpay',
]);
export type CardNetwork = z.infer<typeof cardNetwork>;

/** What the provider tells us of it, never its number (D20). */
export const card = z.object({
  id: z.string(),
  primaryCard: z.boolean(),
  cardholderName: z.string(),
  last4Digits: z.string(),
  expiry: z.string(),
  network: z.nullable(cardNetwork),
  /** The newest payment with it was declined: another one is offered first. */
  declined: z.optional(z.literal(true)),
});
export type Card = z.infer<typeof card>;

export const listCards = endpoint({
  name: 'listCards',
  wire: 'GET /app/payments/cards',
  caller: 'customer',
  summary: 'The saved cards, primary first (I13)',
  input: nothing,
  output: z.object({ cards: z.array(card) }),
});

const id = z.string().check(z.maxLength(64));

export const deleteCard = endpoint({
  name: 'deleteCard',
  wire: 'DELETE /app/payments/cards',
  also: ['DELETE /app/payments/cards/{cardId}'],
  caller: 'customer',
  notForAgents: true,
  summary:
    'Deletes a saved card (I12). When it was primary, `primaryCardId` is primary from now on, or the newest of the others',
  input: z.object({ cardId: id, primaryCardId: z.optional(id) }),
  output: said,
});

export const setPrimaryCard = endpoint({
  name: 'setPrimaryCard',
  wire: 'POST /app/payments/cards/setdefault',
  also: ['POST /app/users/payments/cards/setdefault'],
  caller: 'customer',
  notForAgents: true,
  summary: 'Makes a saved card the primary one (I14)',
  input: z.object({ cardId: id }),
  output: said,
});

export const openCardPage = endpoint({
  name: 'openCardPage',
  wire: 'GET /app/payments/storecardpage',
  caller: 'customer',
  notForAgents: true,
  summary: "Opens the provider's hosted page for saving a card (I15, D16)",
  input: nothing,
  output: z.object({ url: z.string(), sessionId: z.string() }),
});

export const cardPageStatus = z.enum(['open', 'complete', 'failed']);
export type CardPageStatus = z.infer<typeof cardPageStatus>;

export const viewCardPage = endpoint({
  name: 'viewCardPage',
  wire: 'GET /app/payments/storecardpage/{sessionId}',
  caller: 'customer',
  summary: 'How saving a card ended, by what the provider says (D06); `card` while it is saved',
  input: z.object({ sessionId: z.string().check(z.maxLength(200)) }),
  output: z.object({ status: cardPageStatus, card: z.optional(card) }),
});

export const paymentDetails = z.object({
  orderTotal: z.optional(z.number()),
  taxAmount: z.optional(z.number()),
  regulatoryFee: z.optional(z.number()),
  activationFee: z.optional(z.number()),
  discountAmount: z.optional(z.number()),
  /** For days of a plan that were paid and not used; taken off after taxes. */
  creditForUnusedDays: z.optional(z.number()),
  /** Of the customer's credit; taken off last. */
  creditUsed: z.optional(z.number()),
  /** What the customer's credit grew by, because more was taken off than was to pay. */
  creditLeft: z.optional(z.number()),
  paymentMethod: z.optional(z.string()),
  last4DigitCard: z.optional(z.string()),
  finalCheckoutAmount: z.optional(z.number()),
});
export type PaymentDetails = z.infer<typeof paymentDetails>;

export type PaymentLineKind = (typeof lineKinds)[number][0];

const lineKinds = [
  ['orderTotal', 1],
  ['taxAmount', 1],
  ['regulatoryFee', 1],
  ['activationFee', 1],
  ['discountAmount', -1],
  ['creditForUnusedDays', -1],
  ['creditUsed', -1],
  ['creditLeft', 1],
] as const;

/**
 * The lines of a payment in the order of D14, in dollars, what is taken off negative: their sum is
 * `finalCheckoutAmount`. Whatever shows a payment's lines takes them from here.
 */
export function paymentLines(
  details: PaymentDetails,
): { readonly kind: PaymentLineKind; readonly amount: number }[] {
  return lineKinds.flatMap(([kind, sign]) => {
    const amount = details[kind];
    // Not -0, which would be shown with its sign.
    return amount === undefined ? [] : [{ kind, amount: amount === 0 ? 0 : sign * amount }];
  });
}

export const paymentOutcome = z.enum(['paid', 'failed', 'refunding', 'refund_failed', 'refunded']);
export type PaymentOutcome = z.infer<typeof paymentOutcome>;

/** What was paid for. A number change costs nothing. */
export const transactionKind = z.enum(['new_line', 'renewal', 'plan_change', 'add_on']);
export type TransactionKind = z.infer<typeof transactionKind>;

export const transaction = z.object({
  id: z.string(),
  /** Its order's, as people say it: `H-4821-88`. Absent: it was not ordered here. */
  orderNumber: z.optional(z.string()),
  kind: transactionKind,
  /** The same in words: `Renewal of Sloop 12 GB`. */
  item: z.string(),
  transactionTime: z.string(),
  /** Whether it was charged at the time (D13). */
  successful: z.boolean(),
  outcome: paymentOutcome,
  /** Dollars of a paid one that went back so far; the rest stays paid. */
  refunded: z.optional(z.number()),
  /** Dollars of a paid one that are on their way back. */
  refunding: z.optional(z.number()),
  /** How a refunded one went back. Absent: all of it to the card. */
  refundedTo: z.optional(z.enum(['credit', 'other', 'card_and_credit'])),
  /** What of it was given back as credit, oldest first: dollars. */
  credited: z.optional(z.array(z.object({ amount: z.number(), on: z.string() }))),
  /** Who manages the line and paid for it, by first name or email: their card is not told. */
  paidBy: z.optional(z.string()),
  /** Where it paid for several lines at once: each one's part, in their order (P03). */
  parts: z.optional(
    z.array(
      z.object({
        item: z.string(),
        /** Dollars, after its discount and credit. */
        amount: z.number(),
        orderNumber: z.optional(z.string()),
        outcome: paymentOutcome,
        refunded: z.optional(z.number()),
        refunding: z.optional(z.number()),
      }),
    ),
  ),
  last4DigitCard: z.string(),
  paymentDetails,
});
export type Transaction = z.infer<typeof transaction>;

/** A month or a year of the brand's time zone, and a search. */
const historyFilter = {
  month: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12))),
  year: z.optional(z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2200))),
  q: z.optional(z.string().check(z.maxLength(80))),
};

export const listTransactions = endpoint({
  name: 'listTransactions',
  wire: 'GET /app/payments/transactions',
  caller: 'customer',
  summary: 'The order history, newest first (D17)',
  input: z.object({
    ...historyFilter,
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ transactions: z.array(transaction), next: z.optional(z.string()) }),
});

export const exportTransactions = endpoint({
  name: 'exportTransactions',
  wire: 'GET /app/payments/transactions.csv',
  caller: 'customer',
  summary: 'The order history as a table for spreadsheets, newest first, all pages',
  input: z.object(historyFilter),
  output: nothing,
  document: 'text/csv',
});

export const viewTransaction = endpoint({
  name: 'viewTransaction',
  wire: 'GET /app/payments/transactions/{id}',
  caller: 'customer',
  summary: 'One payment with its details',
  input: z.object({ id }),
  output: transaction,
});

export const printReceipt = endpoint({
  name: 'printReceipt',
  wire: 'GET /app/payments/transactions/{id}/receipt',
  caller: 'customer',
  summary: 'The receipt of a payment as a page to print',
  input: z.object({ id }),
  output: nothing,
  document: 'text/html',
});

export const downloadReceipt = endpoint({
  name: 'downloadReceipt',
  wire: 'GET /app/payments/transactions/{id}/receipt.pdf',
  caller: 'customer',
  summary: 'The receipt of a payment as PDF',
  input: z.object({ id }),
  output: nothing,
  document: 'application/pdf',
});
