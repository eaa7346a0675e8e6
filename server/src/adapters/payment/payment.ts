import type { PublicPayment } from '@portside/contract/brand';
import type { CardNetwork } from '@portside/contract/payments';

/** What the provider tells of a card. Never its number. */
export interface CardFacts {
  network: CardNetwork | null;
  last4Digits: string;
  /** MM/YY. */
  expiry: string;
  cardholderName: string;
}

/** Why a charge was declined, in our words. */
export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'confirmation_failed'
  /** The bank wants the customer to confirm it, who is not there. */
  | 'authentication_required';

/** How a charge stands. Outcomes are values; trouble is an OutsideFailure. */
export type Charge =
  | { kind: 'paid'; paymentRef: string; card: CardFacts; savedCardRef?: string }
  | { kind: 'declined'; paymentRef: string; card: CardFacts; reason: DeclineReason }
  /** The customer must confirm with the bank at this address. */
  | { kind: 'confirm'; paymentRef: string; card: CardFacts; redirectUrl: string }
  /** The provider is at work; a notice will tell. */
  | { kind: 'processing'; paymentRef: string }
  | { kind: 'cancelled'; paymentRef: string };

/** The provider takes no such charge, whatever the card: nothing was charged, nor will be. */
export interface RejectedCharge {
  kind: 'rejected';
  reason: 'amount_too_small' | 'rejected';
}

/** What a charge pays for, in our words. */
export interface PaidFor {
  kind: string;
  id: string;
}

export interface ChargeRequest {
  /** One per owner and attempt: the same key is the same charge, however often it is sent. */
  key: string;
  amountCents: number;
  customerRef: string;
  method:
    | { kind: 'saved'; cardRef: string }
    | { kind: 'token'; paymentToken: string; save: boolean };
  /** Where the bank's page sends the browser back to. */
  returnUrl: string;
  /**
   * Is the customer there? A bank that wants to be asked declines the charge of a customer who is
   * not, as `authentication_required`.
   */
  present: boolean;
  /** What it pays for; the provider's people see it. */
  owner: PaidFor;
  description: string;
}

/**
 * How giving money back stands. `failed` is final for this one: another one, under another key, may
 * go through. One that was `refunded` may still fail, days later, when the bank sends it back.
 */
export interface Refund {
  kind: 'refunded' | 'pending' | 'failed';
  refundRef: string;
  paymentRef: string;
  amountCents: number;
  /** Ours, when we asked for it; a refund made on the provider's own pages has none. */
  key?: string;
  /** Why it failed: the provider's word. */
  reason?: string;
}

/** A bank that takes a customer's payment back, and how the provider stands in it. */
export interface Dispute {
  disputeRef: string;
  paymentRef: string;
  amountCents: number;
  /** `open` asks for an answer by somebody; `closed` is over without a word on who was right. */
  status: 'open' | 'answered' | 'won' | 'lost' | 'closed';
  /** The bank's word: `fraudulent`, `product_not_received` … */
  reason: string;
}

/** A notice that the provider signed. It says what to look at, not what is true: ask again. */
export interface PaymentNotice {
  id: string;
  about: 'payment' | 'refund' | 'dispute' | 'card_setup' | 'other';
  ref: string;
}

/** A charge or a refund in the provider's own books. */
export interface BookEntry {
  /** Of the charge, or of the refund. */
  ref: string;
  amountCents: number;
  kind: Charge['kind'] | Refund['kind'];
  /** What it pays for, where the provider was told of it. */
  owner?: PaidFor;
  at: Date;
}

/** The payment port (specification section 7, integrations section 1). Cents, USD. */
export interface PaymentPort {
  readonly name: string;
  /** What the browser needs to send card numbers to the provider and never to us. */
  browser(origin: string): PublicPayment;
  /** The provider's record of a customer; the same key gives the same record. */
  createCustomer(request: { key: string; email: string; name: string }): Promise<{ ref: string }>;
  charge(request: ChargeRequest): Promise<Charge | RejectedCharge>;
  /** How long a key sent again is the same charge or refund; afterwards it is a new one. In ms. */
  readonly keysKeptFor: number;
  /** Less than this is never charged. Cents. */
  readonly leastCents: number;
  /** How the payment stands now. */
  viewCharge(paymentRef: string): Promise<Charge>;
  /**
   * The charge made with this key, however long ago, or nothing if the provider never saw it. To be
   * asked before a key that is older than {@link PaymentPort.keysKeptFor} is sent again.
   */
  findCharge(key: string): Promise<Charge | undefined>;
  /** Gives up a charge that waits for its confirmation; a paid one stays paid. */
  cancelCharge(paymentRef: string): Promise<Charge>;
  /** Gives money back, once for each key. */
  refund(request: { key: string; paymentRef: string; amountCents: number }): Promise<Refund>;
  /** How the refund stands now, whoever asked for it. */
  viewRefund(refundRef: string): Promise<Refund>;
  /** The refund of this payment made with this key, however long ago, or nothing. */
  findRefund(request: { key: string; paymentRef: string }): Promise<Refund | undefined>;
  /**
   * What the provider has in its books since that time, the oldest first: all charges, or all
   * refunds, whoever made them. `next` is where the following page begins.
   */
  listBooks(request: {
    of: 'charges' | 'refunds';
    since: Date;
    cursor?: string | undefined;
  }): Promise<{ entries: BookEntry[]; next?: string }>;
  viewDispute(disputeRef: string): Promise<Dispute>;
  /** Opens the provider's hosted page for saving a card (D16). */
  openCardSetup(request: {
    key: string;
    customerRef: string;
    successUrl: string;
    failureUrl: string;
  }): Promise<{ url: string; sessionId: string }>;
  viewCardSetup(
    sessionId: string,
  ): Promise<
    | { status: 'open' | 'failed'; customerRef: string }
    | { status: 'complete'; customerRef: string; cardRef: string; card: CardFacts }
  >;
  /** Forgets a saved card; harmless when it is gone. */
  detachCard(cardRef: string): Promise<void>;
  /** The notice in this request, or nothing when its signature does not hold. */
  readNotice(headers: Record<string, string | undefined>, body: string): PaymentNotice | undefined;
}
