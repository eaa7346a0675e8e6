import { expect, test } from 'vitest';
import { declineReason } from './stripe-decline-codes.ts';

test.each([
  ['insufficient_funds', 'insufficient_funds'],
  ['withdrawal_count_limit_exceeded', 'insufficient_funds'],
  ['expired_card', 'expired_card'],
  ['incorrect_cvc', 'wrong_details'],
  ['incorrect_number', 'wrong_details'],
  ['incorrect_zip', 'wrong_details'],
  ['invalid_expiry_year', 'wrong_details'],
  ['card_not_supported', 'not_supported'],
  ['currency_not_supported', 'not_supported'],
  ['transaction_not_allowed', 'not_supported'],
  ['processing_error', 'try_later'],
  ['issuer_not_available', 'try_later'],
  ['try_again_later', 'try_later'],
  ['card_velocity_exceeded', 'try_later'],
  ['call_issuer', 'ask_bank'],
  ['approve_with_id', 'ask_bank'],
  ['authentication_required', 'authentication_required'],
  ['lost_card', 'stolen_card'],
  ['stolen_card', 'stolen_card'],
  ['pickup_card', 'stolen_card'],
  ['fraudulent', 'declined'],
  ['do_not_honor', 'declined'],
  ['generic_decline', 'declined'],
  ['a_code_of_next_year', 'declined'],
])('[M01] the bank’s %s is %s with us', (decline_code, reason) => {
  expect(declineReason({ code: 'card_declined', decline_code })).toBe(reason);
});

test('[M01] without the bank’s own word, Stripe’s code decides', () => {
  expect(declineReason({ code: 'expired_card' })).toBe('expired_card');
  const failed = { code: 'payment_intent_authentication_failure' };
  expect(declineReason(failed)).toBe('confirmation_failed');
  expect(declineReason({ code: 'incorrect_cvc', decline_code: 'unheard_of' })).toBe(
    'wrong_details',
  );
  expect(declineReason({})).toBe('declined');
});
