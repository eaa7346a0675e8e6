import type { PublicPayment } from '@portside/contract/brand';
import type { CardNetwork } from '@portside/contract/payments';
import type { PageSources } from '../../http/security.ts';
import type { Checkable } from '../health.ts';

/** What the provider tells of a card, never its number. */
export interface CardFacts {
  network: CardNetwork | null;
  last4Digits: string;
  expiry: string;
  cardholderName: string;
}

export type DeclineReason =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'confirmation_failed'
  | 'wrong_details'
  | 'not_supported'
  | 'try_later'
  | 'ask_bank'
  /** No bank was asked: the card form's token is too old, was used, or is none. */
  | 'form_expired'
  /** Lost, too. The customer reads a plain decline. */
  | 'stolen_card'
  | 'authentication_required';

/** What the card's network says about another try. */
export type DeclineAdvice = 'try_later' | 'never_again';

/** Outcomes are values; trouble is an OutsideFailure. */
export type Charge =
  | { kind: 'paid'; paymentRef: string; card: CardFacts; savedCardRef?: string }
  /** Without a reference the provider refused the card or token before it made anything. */
  | {
      kind: 'declined';
      paymentRef?: string;
      card: CardFacts;
      reason: DeclineReason;
      advice?: DeclineAdvice;
    }
  /** The customer must confirm at this address. */
  | { kind: 'confirm'; paymentRef: string; card: CardFacts; redirectUrl: string }
  | { kind: 'processing'; paymentRef: string }
  | { kind: 'cancelled'; paymentRef: string };

export interface RejectedCharge {
  kind: 'rejected';
  reason: 'amount_too_small' | 'rejected';
}

export interface PaidFor {
  kind: string;
  id: string;
}

export interface ChargeRequest {
  /** One per owner and attempt: the same key is the same charge. */
  key: string;
  amountCents: number;
  customerRef: string;
  method:
    | { kind: 'saved'; cardRef: string }
    | { kind: 'token'; paymentToken: string; save: boolean };
  returnUrl: string;
  /**
   * Whether the customer is present. If not, a bank that asks for confirmation declines, as
   * `authentication_required`.
   */
  present: boolean;
  /** Shown to the provider's staff. */
  owner: PaidFor;
  description: string;
}

/**
 * `failed` is final; another key may succeed. A `refunded` one may still fail days later, when the
 * bank returns it.
 */
export interface Refund {
  kind: 'refunded' | 'pending' | 'failed';
  /** Missing when the provider refused it before it made anything. */
  refundRef?: string;
  paymentRef: string;
  amountCents: number;
  key?: string;
  reason?: string;
}

/** A bank takes a customer's payment back. A bank may change its mind: `won` comes after `lost`, too. */
export interface Dispute {
  disputeRef: string;
  paymentRef: string;
  amountCents: number;
  /** `open` needs an answer; `closed` is over without a verdict. */
  status: 'open' | 'answered' | 'won' | 'lost' | 'closed';
  reason: string;
  /** Missing where the bank takes no answer, or the provider does not tell. */
  respondBy?: Date;
}

/** A bank reports a payment as fraud, before it takes it back, or without ever doing so. */
export interface FraudWarning {
  warningRef: string;
  /** Empty where it is about none that we can have made. */
  paymentRef: string;
  reason: string;
  /** Neither disputed yet nor given back whole. */
  actionable: boolean;
  at: Date;
}

/** What a bank is told about a disputed payment, all of it in words. */
export type DisputeEvidence = Partial<
  Record<
    | 'customerName'
    | 'customerEmail'
    | 'customerNetwork'
    | 'billingAddress'
    | 'product'
    | 'serviceDate'
    | 'activity'
    | 'shippingAddress'
    | 'shippingCarrier'
    | 'shippingDate'
    | 'trackingNumber'
    | 'refundPolicy'
    | 'other',
    string
  >
>;

/**
 * `answered`: by somebody else, at the provider. `late` also where the bank takes no answer. `appeal`:
 * the bank's decision is argued about, at the provider's own pages.
 */
export type DisputeAnswer =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: 'late' | 'answered' | 'decided' | 'appeal' | 'rejected' };

/** Says what to look at; it proves nothing. */
export interface PaymentNotice {
  id: string;
  about: 'payment' | 'refund' | 'dispute' | 'fraud_warning' | 'card_setup' | 'card' | 'other';
  ref: string;
}

export interface BookEntry {
  ref: string;
  amountCents: number;
  kind: Charge['kind'] | Refund['kind'];
  owner?: PaidFor;
  at: Date;
}

/** What the provider sends to the carrier's bank account, after its fees; below zero it takes. */
export interface Payout {
  ref: string;
  amountCents: number;
  /** `failed` also when it was stopped. */
  kind: 'under_way' | 'paid' | 'failed';
  /** The date of its arrival, 2026-11-25, expected or past. */
  arrives: string;
}

/** A charge with what we wrote on it. */
export interface MarkedCharge {
  charge: Charge;
  /** The key that it was made with, also when the provider forgot it; missing on others' charges. */
  key?: string;
  amountCents: number;
}

export interface PaymentPort extends Checkable {
  readonly name: string;
  /** So that browsers send card numbers to the provider, never to us. */
  browser(origin: string): PublicPayment;
  /** Added to the content security policy of pages that load the browser half. */
  sources(): PageSources;
  /** The same key gives the same record. */
  createCustomer(request: { key: string; email: string; name: string }): Promise<{ ref: string }>;
  charge(request: ChargeRequest): Promise<Charge | RejectedCharge>;
  /** Milliseconds; afterwards the key makes a new charge or refund. */
  readonly keysKeptFor: number;
  readonly leastCents: number;
  viewCharge(paymentRef: string): Promise<Charge>;
  /**
   * However long ago, by our own mark; undefined if the provider never saw the key. Ask before
   * repeating a key that may be older than {@link PaymentPort.keysKeptFor} when it arrives. Of
   * several the one that took money.
   */
  findCharge(request: { key: string; customerRef: string }): Promise<Charge | undefined>;
  viewMarked(paymentRef: string): Promise<MarkedCharge>;
  /** A paid one stays paid. */
  cancelCharge(paymentRef: string): Promise<Charge>;
  /** Once for each key. */
  refund(request: { key: string; paymentRef: string; amountCents: number }): Promise<Refund>;
  viewRefund(refundRef: string): Promise<Refund>;
  findRefund(request: { key: string; paymentRef: string }): Promise<Refund | undefined>;
  /** All charges or refunds since that time, each once. `next` begins the following page. */
  listBooks(request: {
    of: 'charges' | 'refunds';
    since: Date;
    cursor?: string | undefined;
  }): Promise<{ entries: BookEntry[]; next?: string }>;
  /** Whether it tells what it pays out; if not, `listPayouts` is not called. */
  readonly tellsPayouts: boolean;
  /** Of the whole account, each once, by the date of arrival, both days among them. */
  listPayouts(request: { from: string; to: string }): Promise<Payout[]>;
  viewFraudWarning(warningRef: string): Promise<FraudWarning>;
  viewDispute(disputeRef: string): Promise<Dispute>;
  /** A bank takes one answer. The same key is the same answer, however long ago. */
  answerDispute(request: {
    key: string;
    disputeRef: string;
    evidence: DisputeEvidence;
    /** A PDF. Where the provider takes no files, the words go alone. */
    receipt?: Buffer;
  }): Promise<DisputeAnswer>;
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
  /** As the bank has it now; undefined when it was taken off. */
  viewCard(cardRef: string): Promise<CardFacts | undefined>;
  /** Harmless when repeated. */
  detachCard(cardRef: string): Promise<void>;
  /** Undefined when the signature does not hold. */
  readNotice(headers: Record<string, string | undefined>, body: string): PaymentNotice | undefined;
}
