import * as z from 'zod/mini';
import { asIs, optionalText, packed, say, text } from './field-rule.ts';
import { cardNumberHolds, luhnHolds, type CardBrand } from './card-brands.ts';
import { usDigits } from './phone.ts';
import { isState, streetDirections } from './places.ts';

const emailSentence = 'Please enter a valid email address. Example: name@example.com';
const passwordSentence =
  'Invalid password format. Passwords should be at least 6 characters long and contain one capital letter and one number and one symbol';

const passwordMax = 200;

const password = (required: string) =>
  text(required, passwordSentence, {
    max: passwordMax,
    min: 6,
    clean: asIs,
    holds: (value) => [/[A-Z]/, /[a-z]/, /\d/, /[!@#$.%^&*]/].every((one) => one.test(value)),
  });

/** Compared by {@link repeats} only: what equals an accepted password is accepted. */
const confirmPassword = () =>
  text('Please confirm your password', 'Passwords do not match', { max: passwordMax, clean: asIs });

/** What its filter lets be typed (H32), at the server too: a name in our own email is no message. */
const person = (required: string, min: number) =>
  text(required, required, {
    max: 60,
    min,
    clean: (value) => value.replaceAll('’', "'").trim(),
    holds: (value) => /^[\p{L}\p{M} ,.'-]*$/u.test(value),
  });

const simCard = (required: string, wrong: string) =>
  text(required, wrong, {
    max: 22,
    min: 18,
    clean: (value) => packed(value).replace(/F+$/i, ''),
    holds: (value) => /^\d+$/.test(value),
  });

/** Another carrier's number, in any notation; passed on as ten digits. */
const usNumber = (required: string) =>
  text(required, 'Please enter a valid number', {
    max: 10,
    clean: (value) => usDigits(value) ?? value.trim(),
    holds: (value) => usDigits(value) === value,
  });

/** `3/14/1985` is 1985-03-14. */
function isoDay(value: string): string {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value.trim()) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : value.trim();
}

/** Of YYYY-MM-DD: no February 30, which would be read as a day of March. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Dollars, without parts of a cent: 0.1 + 0.2 is 30 of them. */
export const isWholeCents = (amount: number): boolean =>
  Number.isInteger(Math.round(amount * 1e6) / 1e4);

/** YYYY-MM-DD, of somebody who may be alive. */
function isBirthday(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || !isDay(value)) return false;
  return value >= '1900' && Date.parse(value) <= Date.now();
}

const address = () => text('Please enter your address', 'Please enter your address', { max: 50 });

const code = (length: 5 | 6) =>
  text(`Please enter the ${length}-digit code`, `Please enter the ${length}-digit code`, {
    max: length,
    clean: packed,
    holds: (value) => value.length === length && /^\d+$/.test(value),
  });

const expiry = (holds: (month: number, year: number) => boolean) =>
  text('Please enter expiry date', 'Please enter a valid expiry date', {
    max: 5,
    holds: (value) => {
      const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(value) ?? [];
      return month !== undefined && holds(Number(month), 2000 + Number(year));
    },
  });

const cvv = (pattern: RegExp) =>
  text('Please enter cvv', 'Please enter a valid cvv', {
    max: 4,
    holds: (value) => pattern.test(value),
  });

/** Every field rule with its sentences (H01 to H27); the keys are the errors' `field`. */
export const fields = {
  message: text('Please enter a message', 'Please enter a message', { max: 5000 }),
  email: text(emailSentence, emailSentence, {
    max: 254,
    holds: (value) => z.regexes.email.test(value),
  }),
  password: password('Please enter your password'),
  newPassword: password('Please enter a new password'),
  regPassword: password('Please enter a password'),
  currentPassword: text(
    'Please enter your current password',
    'Please enter your current password',
    {
      max: passwordMax,
      min: 6,
      clean: asIs,
    },
  ),
  confirmNewPassword: confirmPassword(),
  confirmRegPassword: confirmPassword(),
  pinPassword: text('Please enter your PIN Password', 'Please enter your PIN Password', {
    max: 30,
  }),
  billingAccount: text('Please enter Billing Account Number', 'Please enter a valid Number', {
    max: 30,
    min: 7,
    clean: packed,
  }),
  portIn: usNumber('Please enter Port In Number'),
  name: person('Please enter card holder name', 2),
  number: text('Please enter card number', 'Please enter a valid card number', {
    max: 19,
    min: 12,
    short: 'Card number must be atleast 12 digits',
    clean: packed,
    holds: cardNumberHolds,
  }),
  expiry: expiry(() => true),
  cvv: cvv(/^\d{3,4}$/),
  cardholderName: person('Please enter your name', 2),
  address: address(),
  addressOne: address(),
  addressTwo: optionalText('Please enter your address', 50),
  city: person('Please enter city', 2),
  zipCode: text('Please enter 5 digit ZIP Code', 'Please enter 5 digit ZIP Code', {
    max: 5,
    holds: (value) => /^\d{5}$/.test(value),
  }),
  country: text('Please select country', 'Please select country', {
    max: 2,
    holds: (value) => /^[A-Z]{2}$/.test(value),
  }),
  countryCode: text('Enter code', 'Enter code', {
    max: 4,
    min: 2,
    holds: (value) => /^\+[1-9]\d{0,2}$/.test(value),
  }),
  contactNumber: text('Please enter a valid phone number', 'Please enter a valid phone number', {
    max: 15,
    min: 7,
    clean: (value) => value.replaceAll(/[\s().-]/g, ''),
    holds: (value) => /^\d+$/.test(value),
  }),
  birthday: text('Please enter your date of birth', 'Please enter your date of birth', {
    max: 10,
    clean: isoDay,
    holds: isBirthday,
  }),
  firstName: person('Please enter your first name', 2),
  lastName: person('Please enter your last name', 2),
  imei: text('Please enter IMEI', 'IMEI should be 15 digits', {
    max: 15,
    clean: packed,
    holds: (value) => /^\d{15}$/.test(value),
  }),
  iccid: simCard('Please enter ICCID number', 'ICCID number should be 18-22 digits'),
  simNumber: simCard('Please enter sim number', 'sim number should be 18-22 digits'),
  yourNumber: usNumber('Please enter your number'),
  streetNumber: text('Please enter street number', 'Please enter street number', { max: 20 }),
  streetName: text('Please enter street name', 'Please enter street name', { max: 50 }),
  streetDirection: optionalText('Please select a direction', 2, (value) =>
    streetDirections.some((direction) => direction === value),
  ),
  streetUnit: optionalText(
    'Please enter a shorter apartment or unit',
    20,
    (value) => !/\p{Cc}/u.test(value),
  ),
  state: text('Please select a state', 'Please select a state', { max: 2, holds: isState }),
  nickname: text('Please add a nickname', 'Please add a nickname', { max: 40 }),
  companyName: optionalText('Please enter a shorter company name', 60),
  contactName: text('Please enter your name', 'Please enter your name', { max: 60 }),
  otp6: code(6),
  otp5: code(5),
  /** Only compared, so the server does not check its format. */
  givenPassword: text('Please enter your password', 'Please enter your password', {
    max: passwordMax,
    clean: asIs,
  }),
  /** E.164 on the wire. Errors carry the field `contactNumber`. */
  phoneNumber: text('Please enter a valid phone number', 'Please enter a valid phone number', {
    max: 16,
    holds: (value) =>
      /^\+[1-9]\d{6,14}$/.test(value) && (!value.startsWith('+1') || usDigits(value) !== undefined),
  }),
};

export type FieldName = keyof typeof fields;

export function expiryRule(now: Date) {
  const latest = new Date(now.getTime() - 12 * 3_600_000);
  const months = latest.getUTCFullYear() * 12 + latest.getUTCMonth() + 1;
  return expiry((month, year) => year * 12 + month >= months);
}

/** Four digits for Amex, three for all others (H12). */
export function cvvRule(brand: CardBrand | undefined) {
  return brand ? cvv(brand.codeLength === 4 ? /^\d{4}$/ : /^\d{3}$/) : fields.cvv;
}

/** Silent when the repeated one has an error already (H05). */
export function repeats<First extends string, Second extends string>(first: First, second: Second) {
  return z.refine<Record<First | Second, string>>((form) => form[first] === form[second], {
    error: 'Passwords do not match',
    path: [second],
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      second in value &&
      !issues.some((issue) => issue.path?.[0] === second),
  });
}

/** A whole address, as calls take it. */
export const streetAddress = {
  streetNumber: fields.streetNumber,
  streetDirection: fields.streetDirection,
  streetName: fields.streetName,
  streetUnit: fields.streetUnit,
  city: fields.city,
  state: fields.state,
  zipCode: fields.zipCode,
};

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

const foreignSim = say('SIM numbers usually start with 89. Please check this one.');
const mistypedSim = say('This SIM number may have a typo. Please check it.');

/** A hint, never a refusal: some suppliers leave out the check digit (docs/facts.md). */
export function iccidWarning(value: string): string | undefined {
  const { success, data: digits } = fields.iccid.safeParse(value);
  if (!success) return undefined;
  if (!digits.startsWith('89')) return foreignSim;
  return luhnHolds(digits) ? undefined : mistypedSim;
}

/** An IMEI with a wrong check digit is still accepted (H21). */
export function imeiCheckDigitHolds(imei: string): boolean {
  return packed(imei).length === 15 && luhnHolds(packed(imei));
}
