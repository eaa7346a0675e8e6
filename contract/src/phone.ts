const phoneMarks = /[\s().\-\u2010-\u2015\u202a-\u202e\u2060-\u2069]/g;

/** Ten digits of a US number in any notation, or undefined (docs/facts.md). */
export function usDigits(number: string): string | undefined {
  return /^(?:\+?1)?((?!.11)[2-9][0-8]\d(?!.11)[2-9]\d{6})$/.exec(
    number.replaceAll(phoneMarks, ''),
  )?.[1];
}

/** @param countryCode with or without its plus; `+1` is held to the American plan */
export function e164(number: string, countryCode = '+1'): string | undefined {
  const code = countryCode.replace('+', '');
  const local = number.replaceAll(phoneMarks, '');
  if (code === '1') {
    const us = usDigits(local);
    return us && `+1${us}`;
  }
  // The leading 0 of a national number is not dialed from abroad.
  const whole = local.startsWith('+') ? local : `+${code}${local.replace(/^0/, '')}`;
  return /^\+[1-9]\d{6,14}$/.test(whole) ? whole : undefined;
}

export function phone(number: string): string {
  const us = usDigits(number);
  return us ? `(${us.slice(0, 3)}) ${us.slice(3, 6)}-${us.slice(6)}` : number;
}

export function maskPhone(number: string): string {
  return phone(number).replaceAll(/\d(?=.*\d.*\d)/g, '•');
}
