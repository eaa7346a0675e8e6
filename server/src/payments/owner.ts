import type { Refund } from '../adapters/payment/payment.ts';
import type { App } from '../app.ts';

/** A new kind also needs its handlers in slices.ts. */
export type OwnerKind = 'order';

export interface ChargeOwner {
  readonly kind: OwnerKind;
  readonly id: string;
}

export interface Attempt extends ChargeOwner {
  readonly attempt: number;
}

/** Handlers may be called again. */
export interface OwnerNews {
  paymentChanged(app: App, charge: Attempt): Promise<void>;
  refundChanged(app: App, charge: Attempt, refund: Refund): Promise<void>;
}

export type Owners = Readonly<Record<OwnerKind, OwnerNews>>;
