import { e164 } from '@portside/contract/formats';
import { countryOptions } from '@portside/contract/countries';

export interface PhoneParts {
  countryCode: string;
  contactNumber: string;
}

/** A number of the account (E.164) as two fields; without one only the brand's country code. */
export function phoneParts(number: string, brandCode: string): PhoneParts {
  const codes = countryOptions().map((country) => country.callingCode);
  const longestFirst = [brandCode, ...codes.toSorted((a, b) => b.length - a.length)];
  const code = number && longestFirst.find((one) => number.startsWith(one));
  return code
    ? { countryCode: code, contactNumber: number.slice(code.length) }
    : { countryCode: brandCode, contactNumber: number.replace(/^\+/, '') };
}

/** E.164, as it goes on the wire; undefined when the two make no number. */
export function phoneNumber({ countryCode, contactNumber }: PhoneParts): string | undefined {
  return e164(contactNumber, countryCode);
}
