/** Every step of an order; what is not listed does not happen. */
export const steps = {
  placed: ['confirm', 'paid', 'declined', 'cancelled'],
  confirm: ['confirm', 'paid', 'declined', 'cancelled'],
  declined: ['placed'],
  cancelled: ['placed'],
  /** `refunded` at once: nothing was due, or the provider's staff refunded it. */
  paid: ['refunding', 'refunded'],
  refunding: ['refund_failed', 'refunded'],
  refund_failed: ['refunding', 'refunded'],
  /** The bank may return it days later. */
  refunded: ['refunding', 'refund_failed'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type StoredStatus = keyof typeof steps;

export const unsettled = ['placed', 'confirm'] as const satisfies readonly StoredStatus[];
const returned = [
  'refunding',
  'refund_failed',
  'refunded',
] as const satisfies readonly StoredStatus[];
/** Money came in, wherever it is now. */
export const paidOnce = ['paid', ...returned] as const satisfies readonly StoredStatus[];
export const unfinished = [
  ...unsettled,
  'refunding',
  'refund_failed',
] as const satisfies readonly StoredStatus[];

const among = <One extends string>(all: readonly One[], status: string): status is One =>
  all.some((one) => one === status);

export const isUnsettled = (status: StoredStatus) => among(unsettled, status);
export const isReturned = (status: StoredStatus) => among(returned, status);
/** Never while a payment may still succeed. */
export const isPayable = (status: StoredStatus): boolean => mayStep(status, 'placed');

export const mayStep = (from: StoredStatus, to: StoredStatus): boolean => among(steps[from], to);
