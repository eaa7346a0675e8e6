import { cardBrands } from '@portside/contract/card-brands';
import type { ConfirmationToken, StripeError } from '@stripe/stripe-js';
import type { Method } from './order-input.ts';
import { providerAway } from './provider-script.ts';

const words: Readonly<Record<string, string>> = {
  invalid_number: 'Please enter a valid card number',
  incorrect_number: 'Please enter a valid card number',
  invalid_expiry_month: 'Please enter a valid expiry date',
  invalid_expiry_year: 'Please enter a valid expiry date',
  invalid_expiry_month_past: 'Please enter a valid expiry date',
  invalid_expiry_year_past: 'Please enter a valid expiry date',
  expired_card: /*i18n*/ 'Your card has expired. Please use another one.',
  invalid_cvc: 'Please enter a valid cvv',
  incorrect_cvc: 'Please enter a valid cvv',
};

/** In our words: the provider's are for developers, or in its own tone. */
export function faultOf(error?: Pick<StripeError, 'type' | 'code'>): string {
  const known = error?.code === undefined ? undefined : words[error.code];
  if (known) return known;
  if (error?.type === 'validation_error') {
    return /*i18n*/ 'Please complete the card details.';
  }
  if (error?.type === 'card_error') {
    return /*i18n*/ 'This card can’t be used here. You haven’t paid anything. Please use another one.';
  }
  return providerAway;
}

export function methodOf({ id, payment_method_preview: { card } }: ConfirmationToken): Method {
  const network = cardBrands.find((one) => one.network === card?.brand)?.network ?? null;
  const two = (digits: number) => String(digits % 100).padStart(2, '0');
  return {
    kind: 'new',
    token: { paymentToken: id, network, last4Digits: card?.last4 ?? '' },
    expiry: card ? `${two(card.exp_month)}/${two(card.exp_year)}` : '',
  };
}
