import { cardBrand, cardNumberHolds } from '@portside/contract/card-brands';
import type { CardFacts } from '../payment.ts';

export type CardBehaviour =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'declined_when_charged'
  | 'asks_to_confirm'
  | 'stolen'
  | 'declined_later'
  | 'outcome_unknown'
  | 'refunds_late';

export interface BillingAddress {
  address: string;
  city: string;
  zipCode: string;
  country: string;
  companyName?: string;
}

/** Stores what the card does instead of its number. */
export interface SandboxCard extends CardFacts {
  behaviour: CardBehaviour;
  billing?: BillingAddress;
}

export const magicCards: readonly { number: string; does: string; behaviour: CardBehaviour }[] = [
  { number: '4242 4242 4242 4242', does: 'visa, succeeds', behaviour: 'succeeds' },
  { number: '5555 5555 5555 4444', does: 'mastercard, succeeds', behaviour: 'succeeds' },
  { number: '3782 822463 10005', does: 'amex, succeeds', behaviour: 'succeeds' },
  { number: '6011 1111 1111 1117', does: 'discover, succeeds', behaviour: 'succeeds' },
  { number: '3056 9300 0902 0004', does: 'diners, succeeds', behaviour: 'succeeds' },
  { number: '3566 0020 2036 0505', does: 'jcb, succeeds', behaviour: 'succeeds' },
  { number: '6200 0000 0000 0005', does: 'unionpay, succeeds', behaviour: 'succeeds' },
  { number: '4000 0000 0000 0002', does: 'is declined', behaviour: 'declined' },
  {
    number: '4000 0000 0000 9995',
    does: 'is declined: insufficient funds',
    behaviour: 'insufficient_funds',
  },
  {
    number: '4000 0000 0000 0341',
    does: 'can be saved, every charge is declined',
    behaviour: 'declined_when_charged',
  },
  {
    number: '4000 0025 0000 3155',
    does: 'asks the customer to confirm with the bank; declined when the customer is not there',
    behaviour: 'asks_to_confirm',
  },
  {
    number: '4000 0000 0000 0036',
    does: 'pays the first charge, and is declined after that',
    behaviour: 'declined_later',
  },
  {
    number: '4000 0000 0000 9979',
    does: 'can be saved, every charge is declined: stolen',
    behaviour: 'stolen',
  },
  {
    number: '4000 0027 6000 3184',
    does: 'asks the customer to confirm with the bank each time',
    behaviour: 'asks_to_confirm',
  },
  {
    number: '4000 0000 0000 0119',
    does: 'the provider fails: the outcome is unknown, a notice settles it',
    behaviour: 'outcome_unknown',
  },
  {
    number: '4000 0000 0000 7726',
    does: 'succeeds; a refund to it takes some seconds',
    behaviour: 'refunds_late',
  },
];

export interface TypedCard {
  number: string;
  expiry: string;
  cvv: string;
  cardholderName: string;
  billing?: BillingAddress;
}

export type CardField = Exclude<keyof TypedCard, 'billing'>;

export function readCard(
  typed: TypedCard,
  now: Date,
): { card: SandboxCard } | { field: CardField; message: string } {
  const digits = typed.number.replaceAll(/[\s-]/g, '');
  const brand = cardBrand(digits);
  if (!/^\d+$/.test(digits) || !cardNumberHolds(digits)) {
    return { field: 'number', message: 'Your card number is not valid.' };
  }
  if (!brand) return { field: 'number', message: 'Cards of this brand are not supported.' };
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/\s*(\d\d)$/.exec(typed.expiry) ?? [];
  if (!month) return { field: 'expiry', message: 'Your card’s expiry date is not valid.' };
  const expiry = `${month}/${year}`;
  if (isPast(expiry, now)) return { field: 'expiry', message: 'Your card has expired.' };
  if (!/^\d+$/.test(typed.cvv) || typed.cvv.length !== brand.codeLength) {
    const message = `The security code of this card has ${brand.codeLength} digits.`;
    return { field: 'cvv', message };
  }
  const cardholderName = typed.cardholderName.trim();
  if (cardholderName.length < 2 || cardholderName.length > 100) {
    return { field: 'cardholderName', message: 'Please enter the name on the card.' };
  }
  const card = cardOfNumber(digits, expiry, cardholderName);
  return { card: { ...card, ...(typed.billing && { billing: typed.billing }) } };
}

export function cardOfNumber(number: string, expiry: string, name: string): SandboxCard {
  const digits = number.replaceAll(/\D/g, '');
  const magic = magicCards.find((one) => one.number.replaceAll(' ', '') === digits);
  return {
    network: cardBrand(digits)?.network ?? null,
    last4Digits: digits.slice(-4),
    expiry,
    cardholderName: name,
    behaviour: magic?.behaviour ?? 'succeeds',
  };
}

export function isPast(expiry: string, now: Date): boolean {
  const [month, year] = expiry.split('/').map(Number);
  if (!month || year === undefined) return false;
  const firstOfNext = Date.UTC(2000 + year, month);
  return firstOfNext <= now.getTime();
}
