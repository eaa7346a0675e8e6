import { expect, test } from 'vitest';
import { declineAdvice, declineReason } from './decline-codes.ts';

test.each([
  ['authentication_required', 'authentication_required'],
  ['authentication_not_handled', 'authentication_required'],
  ['approve_with_id', 'ask_bank'],
  ['call_issuer', 'ask_bank'],
  ['card_not_supported', 'not_supported'],
  ['card_velocity_exceeded', 'try_later'],
  ['currency_not_supported', 'not_supported'],
  ['do_not_honor', 'declined'],
  ['do_not_try_again', 'declined'],
  ['duplicate_transaction', 'declined'],
  ['expired_card', 'expired_card'],
  ['fraudulent', 'declined'],
  ['generic_decline', 'declined'],
  ['incorrect_address', 'wrong_details'],
  ['incorrect_cvc', 'wrong_details'],
  ['incorrect_number', 'wrong_details'],
  ['incorrect_zip', 'wrong_details'],
  ['insufficient_funds', 'insufficient_funds'],
  ['invalid_account', 'declined'],
  ['invalid_amount', 'declined'],
  ['invalid_cvc', 'wrong_details'],
  ['invalid_expiry_month', 'wrong_details'],
  ['invalid_expiry_year', 'wrong_details'],
  ['invalid_number', 'wrong_details'],
  ['issuer_not_available', 'try_later'],
  ['lost_card', 'stolen_card'],
  ['merchant_blacklist', 'declined'],
  ['not_permitted', 'declined'],
  ['pickup_card', 'stolen_card'],
  ['processing_error', 'try_later'],
  ['reenter_transaction', 'try_later'],
  ['restricted_card', 'declined'],
  ['revocation_of_authorization', 'declined'],
  ['security_violation', 'declined'],
  ['service_not_allowed', 'not_supported'],
  ['stolen_card', 'stolen_card'],
  ['stop_payment_order', 'declined'],
  ['transaction_not_allowed', 'not_supported'],
  ['try_again_later', 'try_later'],
  ['withdrawal_count_limit_exceeded', 'insufficient_funds'],
  ['a_code_of_next_year', 'declined'],
])('[M01] the bank’s %s is %s with us', (decline_code, reason) => {
  expect(declineReason({ code: 'card_declined', decline_code })).toBe(reason);
});

test('[M01] without the bank’s own word, Stripe’s code decides', () => {
  expect(declineReason({ code: 'expired_card' })).toBe('expired_card');
  for (const step of ['payment_intent', 'setup_intent']) {
    const failed = { code: `${step}_authentication_failure` };
    expect(declineReason(failed)).toBe('confirmation_failed');
  }
  expect(declineReason({ code: 'incorrect_cvc', decline_code: 'unheard_of' })).toBe(
    'wrong_details',
  );
  expect(declineReason({})).toBe('declined');
});

test.each([
  [{ advice_code: 'do_not_try_again' }, 'never_again'],
  [{ advice_code: 'try_again_later' }, 'try_later'],
  [{ advice_code: 'confirm_card_data' }, undefined],
  [{ network_advice_code: '03' }, 'never_again'],
  [{ network_advice_code: '21' }, 'never_again'],
  [{ network_advice_code: '02' }, 'try_later'],
  [{ advice_code: 'try_again_later', network_advice_code: '03' }, 'never_again'],
  [{ decline_code: 'revocation_of_authorization' }, 'never_again'],
  [{ decline_code: 'stop_payment_order' }, 'never_again'],
  [{ decline_code: 'insufficient_funds' }, undefined],
  [{}, undefined],
] as const)('[K05] the networks’ advice %j is %s', (error, advice) => {
  expect(declineAdvice(error)).toBe(advice);
});
