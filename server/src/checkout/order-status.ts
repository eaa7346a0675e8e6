/**
 * Every step of an order, by where it stands. Payments says how a charge or a refund ended; what
 * does not stand here does not happen to an order.
 */
export const steps = {
  /** Written down; nobody knows yet whether it is paid. */
  placed: ['confirm', 'paid', 'declined', 'cancelled'],
  /** The customer is at the bank's page. The provider may ask for that once more. */
  confirm: ['confirm', 'paid', 'declined', 'cancelled'],
  /** Paid again by another attempt. */
  declined: ['placed'],
  /** The confirmation was given up. */
  cancelled: ['placed'],
  /** `refunded` at once: there was nothing to pay, or the provider's people gave it back. */
  paid: ['refunding', 'refunded'],
  refunding: ['refund_failed', 'refunded'],
  /** The bank did not take it: an operator tries again, or pays it back some other way. */
  refund_failed: ['refunding', 'refunded'],
  /** The bank may send it back, days later. */
  refunded: ['refunding', 'refund_failed'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type StoredStatus = keyof typeof steps;

/** How its payment ends is not known yet. */
export const unsettled = ['placed', 'confirm'] as const satisfies readonly StoredStatus[];
/** It came to nothing, and its money is on the way back, or there. */
const returned = [
  'refunding',
  'refund_failed',
  'refunded',
] as const satisfies readonly StoredStatus[];
/** Somebody or something still has to do something. */
export const unfinished = [
  ...unsettled,
  'refunding',
  'refund_failed',
] as const satisfies readonly StoredStatus[];

const among = <One extends string>(all: readonly One[], status: string): status is One =>
  all.some((one) => one === status);

export const isUnsettled = (status: StoredStatus) => among(unsettled, status);
export const isReturned = (status: StoredStatus) => among(returned, status);
/** May the customer try to pay once more? Never while a payment may still go through. */
export const isPayable = (status: StoredStatus): boolean => mayStep(status, 'placed');

export const mayStep = (from: StoredStatus, to: StoredStatus): boolean => among(steps[from], to);
