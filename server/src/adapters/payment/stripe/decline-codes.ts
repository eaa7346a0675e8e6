import type { DeclineAdvice, DeclineReason } from '../payment.ts';

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

/** The bank's words for a card that must not be tried again. */
const forGood: ReadonlySet<string | undefined> = new Set([
  'do_not_try_again',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
]);

/** Of networks: "do not try again", "stop recurring payments" (docs.stripe.com/declines/codes). */
const networksNo: ReadonlySet<string | undefined> = new Set(['03', '21']);

/** Who says "never" wins over who says "later". */
export function declineAdvice(error: {
  decline_code?: string | undefined;
  advice_code?: string | undefined;
  network_advice_code?: string | undefined;
}): DeclineAdvice | undefined {
  const isFinal =
    error.advice_code === 'do_not_try_again' ||
    networksNo.has(error.network_advice_code) ||
    forGood.has(error.decline_code);
  if (isFinal) return 'never_again';
  const waits = error.advice_code === 'try_again_later' || error.network_advice_code === '02';
  return waits ? 'try_later' : undefined;
}
