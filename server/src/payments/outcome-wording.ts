import type { PaymentOutcome } from '@portside/contract/payments';
import type { ChargedRow } from './rows.ts';

/** D13's two words, and the refund's. */
export const outcomeWords: Readonly<Record<PaymentOutcome, string>> = {
  paid: 'Success',
  failed: 'Failed',
  refunding: 'Refund in progress',
  refund_failed: 'Refund delayed',
  refunded: 'Refunded',
};

/** The only rule of how a payment ended. */
export function outcomeOf(row: Pick<ChargedRow, 'successful' | 'charge_status'>): PaymentOutcome {
  if (!row.successful) return 'failed';
  const { charge_status: now } = row;
  const gone = now === 'refunding' || now === 'refund_failed' || now === 'refunded';
  return gone ? now : 'paid';
}
