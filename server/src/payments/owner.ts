import type { Refund } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';

/** What can be paid for. A new kind is a word here, and the news of its slice in slices.ts. */
export type OwnerKind = 'order';

/** What a charge pays for. */
export interface ChargeOwner {
  readonly kind: OwnerKind;
  /** Ours (`ord_…`), so no two kinds have the same. */
  readonly id: string;
}

/** One try to be paid for it; the first is 1. */
export interface Attempt extends ChargeOwner {
  readonly attempt: number;
}

/** What a slice does when there is news of the money it asked for. It may be called again. */
export interface OwnerNews {
  /** The provider has news of this charge: {@link askProvider} tells how it stands. */
  paymentChanged(app: App, charge: Attempt): Promise<void>;
  /** The provider gave money back, whoever asked for it. */
  refundChanged(app: App, charge: Attempt, refund: Refund): Promise<void>;
}

/** The slice of each kind. */
export type Owners = Readonly<Record<OwnerKind, OwnerNews>>;
