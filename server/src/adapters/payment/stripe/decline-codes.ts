import type { DeclineReason } from '../payment.ts';

/**
 * What our customers are told for each reason of a bank (docs.stripe.com/declines/codes). A loss, a
 * theft or a suspicion is the bank's to tell: those read as a plain decline. Codes that are not
 * here do, too.
 */
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  invalid_expiry_month: 'wrong_details',
  invalid_expiry_year: 'wrong_details',
  incorrect_number: 'wrong_details',
  invalid_number: 'wrong_details',
  incorrect_cvc: 'wrong_details',
  invalid_cvc: 'wrong_details',
  incorrect_zip: 'wrong_details',
  incorrect_address: 'wrong_details',
  card_not_supported: 'not_supported',
  currency_not_supported: 'not_supported',
  transaction_not_allowed: 'not_supported',
  service_not_allowed: 'not_supported',
  processing_error: 'try_later',
  issuer_not_available: 'try_later',
  reenter_transaction: 'try_later',
  try_again_later: 'try_later',
  card_velocity_exceeded: 'try_later',
  call_issuer: 'ask_bank',
  approve_with_id: 'ask_bank',
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  payment_intent_authentication_failure: 'confirmation_failed',
  setup_intent_authentication_failure: 'confirmation_failed',
  lost_card: 'stolen_card',
  stolen_card: 'stolen_card',
  pickup_card: 'stolen_card',
};

/** The bank's own word wins over the provider's. */
export function declineReason(error: {
  code?: string | undefined;
  decline_code?: string | undefined;
}): DeclineReason {
  return reasons[error.decline_code ?? ''] ?? reasons[error.code ?? ''] ?? 'declined';
}
