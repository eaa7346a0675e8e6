import type { PaymentOutcome } from '@portside/contract/payments';

/** D13's two words, and the refund's. */
export const outcomeWords: Readonly<Record<PaymentOutcome, string>> = {
  paid: 'Success',
  failed: 'Failed',
  refunding: 'Refund in progress',
  refund_failed: 'Refund delayed',
  refunded: 'Refunded',
};
