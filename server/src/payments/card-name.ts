import { maskedCard } from '@portside/contract/formats';
import type { CardNetwork } from '@portside/contract/payments';

const networkNames: Readonly<Record<CardNetwork, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  jcb: 'JCB',
  discover: 'Discover',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
};

/** `Visa •••• 4242`, in every language. */
export function cardName(card: { network: CardNetwork | null; last4_digits: string }): string {
  const masked = maskedCard(card.last4_digits);
  return card.network ? `${networkNames[card.network]} ${masked}` : masked;
}
