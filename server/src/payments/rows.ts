import type { CardNetwork, CardPageStatus, TransactionKind } from '@portside/contract/payments';
import type { DeclineAdvice } from '../adapters/payment/payment.ts';
import type { Amounts } from './amounts.ts';
import type { OwnerKind } from './owner.ts';
import type { Seller } from './parties.ts';

export interface PaymentCustomerRow {
  customer_id: string;
  tenant_id: number;
  ref: string;
}

export interface CardRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  ref: string;
  primary_card: boolean;
  cardholder_name: string;
  last4_digits: string;
  expiry: string;
  network: CardNetwork | null;
  created_at: Date;
}

export interface SetupRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  session_id: string;
  status: CardPageStatus;
  card_id: string | null;
  created_at: Date;
}

export type ChargeStatus =
  | 'requested'
  | 'processing'
  | 'confirm'
  | 'paid'
  | 'declined'
  | 'rejected'
  | 'cancelled'
  | 'refunding'
  | 'refund_failed'
  | 'refunded';

export type Method =
  | { kind: 'none' }
  | { kind: 'saved'; cardRef: string }
  | { kind: 'token'; paymentToken: string; save: boolean };

export interface ChargeRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  payer_id: string | null;
  owner_kind: OwnerKind;
  owner_id: string;
  attempt: number;
  /** The charge whose payment this is a part of: it has the provider's reference. Null: its own (P03). */
  paid_with: string | null;
  kind: TransactionKind;
  idempotency_key: string;
  language: string;
  present: boolean;
  amount_cents: number;
  /** What came back of it, never more than it was. */
  returned_cents: number;
  /** When all of it was back. */
  returned_at: Date | null;
  item: string;
  amounts: Amounts;
  customer: string[];
  seller: Seller | null;
  method: Method;
  status: ChargeStatus;
  payment_ref: string | null;
  redirect_url: string | null;
  reason: string | null;
  advice: DeclineAdvice | null;
  created_at: Date;
  settled_at: Date | null;
}

export interface RefundRow {
  id: string;
  tenant_id: number;
  charge_id: string;
  number: number;
  key: string;
  amount_cents: number;
  /** `by_hand`: paid back another way. */
  status: 'requested' | 'pending' | 'refunded' | 'failed' | 'by_hand';
  /** `provider`: made at the provider. */
  origin: 'ours' | 'provider';
  /** One of ours after which the rest stays paid. */
  part: boolean;
  refund_ref: string | null;
  reason: string | null;
  operator: string;
  note: string;
  created_at: Date;
  settled_at: Date | null;
}

export interface DisputeRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  charge_id: string;
  dispute_ref: string;
  status: 'open' | 'answered' | 'won' | 'lost' | 'closed';
  reason: string;
  amount_cents: number;
  /** Until when the bank takes an answer; null where it takes none, or nobody has told. */
  respond_by: Date | null;
  opened_at: Date;
  updated_at: Date;
}

export interface FraudWarningRow {
  id: string;
  tenant_id: number;
  charge_id: string;
  warning_ref: string;
  reason: string;
  actionable: boolean;
  opened_at: Date;
  /** When we began to read it: an older reading changes nothing. */
  read_at: Date;
  /** Somebody who works here lets the payment stand. */
  left_by: string | null;
  left_at: Date | null;
}

export type DisputeOfOwner = DisputeRow & Pick<ChargeRow, 'owner_kind' | 'owner_id'>;

export interface TransactionRow {
  id: string;
  tenant_id: number;
  customer_id: string;
  charge_id: string | null;
  owner_kind: OwnerKind | null;
  owner_id: string | null;
  kind: TransactionKind;
  item: string;
  transaction_time: Date;
  successful: boolean;
  amounts: Amounts;
  final_cents: number;
  customer: string[];
  seller: Seller | null;
  network: CardNetwork | null;
  last4_digits: string;
}

export interface ChargedRow extends TransactionRow {
  charge_status: ChargeStatus | null;
  /** See `ChargeRow`. */
  payer_id: string | null;
  returned_cents: number | null;
  /** Of parts that are on their way back. */
  going_back_cents: number | null;
  /** The ways in which a refunded one went back. */
  returned_to: ('card' | 'credit' | 'other')[] | null;
  /** Of what came back, what was given as credit, oldest first. */
  credited: { cents: number; at: string }[] | null;
  /** Of a payment for several lines: each one's, in their order; what is above is of all (P03). */
  parts: PaidPart[] | null;
}

export interface PaidPart extends Pick<
  ChargedRow,
  'going_back_cents' | 'returned_to' | 'credited'
> {
  item: string;
  cents: number;
  order_id: string;
  status: ChargeStatus;
  returned_cents: number;
}

export interface PaymentNoticeRow {
  id: string;
  about: string;
  ref: string;
  received_at: Date;
}
