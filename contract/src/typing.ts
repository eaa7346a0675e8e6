import { groupCardNumber, maxCardDigits } from './card-brands.ts';

export type TypingFilter = (typed: string) => string;

function only(pattern: RegExp, max: number): TypingFilter {
  return (typed) => {
    let kept = '';
    for (const char of typed) {
      // Phones type curly apostrophes; pasted lines bring tabs and hard spaces.
      const plain = /\s/.test(char) ? ' ' : char === '’' ? "'" : char;
      if (pattern.test(plain) && kept.length + plain.length <= max) kept += plain;
    }
    return kept;
  };
}

const digits = (max: number) => only(/\d/, max);
const personOrPlace = only(/[\p{L}\p{M} ,.'-]/u, 60);
const address = only(/[\p{L}\p{M}\p{N}\p{P} ]/u, 50);
const phone = only(/[\d ().+-]/, 30);
const oldCarrier = only(/[^\p{Cc}\p{Cs}]/u, 30);

function cardNumber(typed: string): string {
  const all = typed.replaceAll(/\D/g, '');
  return groupCardNumber(all.slice(0, maxCardDigits(all)));
}

function expiry(typed: string): string {
  const all = typed
    .replace(/^\D*(\d{1,2})\D*20(\d\d)\D*$/, '$1/$2')
    .replace(/^\D*(?=[2-9]|1[\s/.-])/, '0')
    .replaceAll(/\D/g, '')
    .slice(0, 4);
  return all.length < 2 ? all : `${all.slice(0, 2)}/${all.slice(2)}`;
}

function countryCode(typed: string): string {
  const code = typed.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, 3);
  return /[+\d]/.test(typed) ? `+${code}` : '';
}

/** By field name (specification, section 5, "Input filtering"; H30 to H35). */
export const typingFilters = {
  yourNumber: phone,
  portIn: phone,
  imei: digits(15),
  zipCode: digits(5),
  iccid: digits(22),
  simNumber: digits(22),
  cvv: digits(4),
  name: personOrPlace,
  firstName: personOrPlace,
  lastName: personOrPlace,
  cardholderName: personOrPlace,
  city: personOrPlace,
  number: cardNumber,
  expiry,
  address,
  addressOne: address,
  addressTwo: address,
  streetNumber: only(/[\p{L}\p{M}\p{N}\p{P} ]/u, 20),
  streetName: address,
  streetUnit: only(/[\p{L}\p{M}\p{N}\p{P} ]/u, 20),
  billingAccount: oldCarrier,
  pinPassword: oldCarrier,
  countryCode,
  contactNumber: digits(15),
  otp5: digits(5),
  otp6: digits(6),
} satisfies Record<string, TypingFilter>;

export type FilteredField = keyof typeof typingFilters;

/** The caret stays behind the digits it was behind. */
function behindDigits(count: number, value: string): number {
  let seen = 0;
  for (let at = 0; at < value.length; at += 1) {
    if (seen >= count) return at;
    if (/\d/.test(value.charAt(at))) seen += 1;
  }
  return value.length;
}

/**
 * Filters one keystroke or paste. @param value the input's text, with `caret`, after the keystroke
 * @param before the text before it; with it a Backspace over the expiry's slash is not undone
 */
export function filterTyping(
  field: string,
  value: string,
  caret: number,
  before = value,
): { value: string; caret: number } {
  if (!Object.hasOwn(typingFilters, field)) return { value, caret };
  const filter: TypingFilter = typingFilters[field as FilteredField];
  let kept = filter(value);
  if (field === 'expiry' && value.length <= before.length && kept === `${value}/`) kept = value;
  if (field !== 'number' && field !== 'expiry') {
    return { value: kept, caret: Math.min(filter(value.slice(0, caret)).length, kept.length) };
  }
  if (caret >= value.length) return { value: kept, caret: kept.length };
  const bare = (text: string) => text.replaceAll(/\D/g, '');
  // The zero put before a one-digit month counts for the caret.
  const added = kept.startsWith('0') && !bare(value).startsWith('0') ? 1 : 0;
  const left = bare(value.slice(0, caret)).length;
  return { value: kept, caret: left === 0 ? 0 : behindDigits(left + added, kept) };
}
