/** Card networks that a customer may pay with (docs/requirements.md, decisions on H10 and H33). */
export interface CardBrand {
  readonly network: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
  readonly starts: RegExp;
  readonly lengths: readonly number[];
  readonly codeLength: 3 | 4;
  /** Some UnionPay numbers fail the check digit. */
  readonly luhn: boolean;
}

export type CardNetwork = CardBrand['network'];

export const cardBrands: readonly CardBrand[] = [
  { network: 'visa', starts: /^4/, lengths: [13, 16, 19], codeLength: 3, luhn: true },
  {
    network: 'mastercard',
    starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    codeLength: 3,
    luhn: true,
  },
  { network: 'amex', starts: /^3[47]/, lengths: [15], codeLength: 4, luhn: true },
  {
    network: 'discover',
    starts: /^(?:6011|64[4-9]|65)/,
    lengths: [16, 19],
    codeLength: 3,
    luhn: true,
  },
  {
    network: 'diners',
    starts: /^(?:30[0-5]|3[689])/,
    lengths: [14, 16, 19],
    codeLength: 3,
    luhn: true,
  },
  {
    network: 'jcb',
    starts: /^(?:2131|1800|35(?:2[89]|[3-8]))/,
    lengths: [16, 17, 18, 19],
    codeLength: 3,
    luhn: true,
  },
  {
    network: 'unionpay',
    starts: /^(?:62[0-8]|629[12]|810|81[1-6]|817[01])/,
    lengths: [14, 15, 16, 17, 18, 19],
    codeLength: 3,
    luhn: false,
  },
];

/** Unknown brands have 12 to 16 digits (H10, H33). */
const unknownBrand = { lengths: [12, 13, 14, 15, 16], luhn: true };

export function cardBrand(number: string): CardBrand | undefined {
  const digits = number.replaceAll(/\D/g, '');
  return cardBrands.find((brand) => brand.starts.test(digits));
}

export function maxCardDigits(digits: string): number {
  return (cardBrand(digits) ?? unknownBrand).lengths.at(-1) ?? 16;
}

export function groupCardNumber(digits: string): string {
  const network = cardBrand(digits)?.network;
  const short = network === 'amex' || (network === 'diners' && digits.length <= 14);
  const gaps = short ? [4, 10] : [4, 8, 12, 16];
  return [...digits].map((digit, at) => (gaps.includes(at) ? ` ${digit}` : digit)).join('');
}

export function luhnHolds(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place));
    sum += place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}

export function cardNumberHolds(digits: string): boolean {
  const brand = cardBrand(digits) ?? unknownBrand;
  return brand.lengths.includes(digits.length) && (!brand.luhn || luhnHolds(digits));
}
