import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterTyping, type FilteredField, typingFilters } from './typing.ts';

const names = Object.keys(typingFilters) as FilteredField[];
const allowed: Record<FilteredField, [pattern: RegExp, max: number]> = {
  yourNumber: [/^[\d ().+-]*$/, 30],
  portIn: [/^[\d ().+-]*$/, 30],
  imei: [/^\d*$/, 15],
  zipCode: [/^\d*$/, 5],
  iccid: [/^\d*$/, 22],
  simNumber: [/^\d*$/, 22],
  cvv: [/^\d*$/, 4],
  name: [/^[\p{L}\p{M} ,.'-]*$/u, 60],
  firstName: [/^[\p{L}\p{M} ,.'-]*$/u, 60],
  lastName: [/^[\p{L}\p{M} ,.'-]*$/u, 60],
  cardholderName: [/^[\p{L}\p{M} ,.'-]*$/u, 60],
  city: [/^[\p{L}\p{M} ,.'-]*$/u, 60],
  number: [/^(?:\d+(?: \d+)*)?$/, 23],
  expiry: [/^(?:\d|\d\d\/\d{0,2})?$/, 5],
  address: [/^[\p{L}\p{M}\p{N}\p{P} ]*$/u, 50],
  addressOne: [/^[\p{L}\p{M}\p{N}\p{P} ]*$/u, 50],
  addressTwo: [/^[\p{L}\p{M}\p{N}\p{P} ]*$/u, 50],
  streetNumber: [/^[\p{L}\p{M}\p{N}\p{P} ]*$/u, 20],
  streetUnit: [/^[\p{L}\p{M}\p{N}\p{P} ]*$/u, 20],
  streetName: [/^[\p{L}\p{M}\p{N}\p{P} ]*$/u, 50],
  billingAccount: [/^\P{Cc}*$/u, 30],
  pinPassword: [/^\P{Cc}*$/u, 30],
  countryCode: [/^(?:\+\d{0,3})?$/, 4],
  contactNumber: [/^\d*$/, 15],
  otp5: [/^\d*$/, 5],
  otp6: [/^\d*$/, 6],
};

const field = fc.constantFrom(...names);
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'0123456789 -/+().F’é\u0301\n'), maxLength: 80 }),
);

describe('what a filter lets through', () => {
  test('no filter lets a forbidden sign or length through', () => {
    fc.assert(
      fc.property(field, typed, (name, text) => {
        const [pattern, max] = allowed[name];
        const kept = typingFilters[name](text);
        expect(kept).toMatch(pattern);
        expect(kept.length).toBeLessThanOrEqual(max);
      }),
      { numRuns: 1000 },
    );
  });

  test('filtering twice changes nothing more', () => {
    fc.assert(
      fc.property(field, typed, (name, text) => {
        const once = typingFilters[name](text);
        expect(typingFilters[name](once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[id: string, name: FilteredField, text: string, kept: string]>([
    ['H30', 'yourNumber', '+1 (212) 555-01.01 ext', '+1 (212) 555-01.01 '],
    ['H30', 'yourNumber', '1'.repeat(40), '1'.repeat(30)],
    ['H31', 'imei', '35-000000-000001-4 9', '350000000000014'],
    ['H31', 'zipCode', '10001-1234', '10001'],
    ['H31', 'iccid', '8901 4100 0000 0000 0020F', '89014100000000000020'],
    ['H31', 'simNumber', '1'.repeat(30), '1'.repeat(22)],
    ['H31', 'cvv', '12a345', '1234'],
    ['H32', 'firstName', 'Zoë-Ann O’Neil, Jr. 3rd!', "Zoë-Ann O'Neil, Jr. rd"],
    ['H32', 'city', 'Cañon City\u00a0<CO>', 'Cañon City CO'],
    ['H33', 'number', ' 4242-4242 4242 4242 ', '4242 4242 4242 4242'],
    ['H33', 'number', '9999999999999999999', '9999 9999 9999 9999'],
    ['H33', 'number', '4242424242424242424242', '4242 4242 4242 4242 424'],
    ['H33', 'number', '3782822463100059', '3782 822463 10005'],
    ['H33', 'number', '30569309025904', '3056 930902 5904'],
    ['H33', 'number', '3056930009020004', '3056 9300 0902 0004'],
    ['H33', 'expiry', '1228', '12/28'],
    ['H33', 'expiry', '12', '12/'],
    ['H33', 'expiry', '5', '05/'],
    ['H33', 'expiry', '1/28', '01/28'],
    ['H33', 'expiry', '1é', '1'],
    ['H33', 'expiry', '05/2028', '05/28'],
    ['H33', 'expiry', '12 / 28', '12/28'],
    ['H33', 'expiry', '12/20', '12/20'],
    ['H34', 'address', '12 Pier St., Apt #4 & “B” <$>', '12 Pier St., Apt #4 & “B” '],
    ['H34', 'billingAccount', 'A-12 3=4', 'A-12 3=4'],
    ['H34', 'pinPassword', 'x'.repeat(40), 'x'.repeat(30)],
    ['H35', 'countryCode', '4', '+4'],
    ['H35', 'countryCode', '+44 77', '+447'],
    ['H35', 'countryCode', '0044', '+44'],
    ['H35', 'countryCode', 'a', ''],
    ['H35', 'contactNumber', '+1 (212) 555-0101', '12125550101'],
    ['H35', 'contactNumber', '1'.repeat(20), '1'.repeat(15)],
  ])('[%s] %s: %j is kept as %j', (_id, name, text, kept) => {
    expect(typingFilters[name](text)).toBe(kept);
  });
});

describe('how much a field takes', () => {
  /** As section 5 has it; a card number and an expiry date have their tests above. */
  const longest: Record<string, [field: FilteredField, max: number][]> = {
    H30: [
      ['yourNumber', 30],
      ['portIn', 30],
    ],
    H31: [
      ['imei', 15],
      ['zipCode', 5],
      ['iccid', 22],
      ['simNumber', 22],
      ['cvv', 4],
    ],
    H32: [
      ['name', 60],
      ['firstName', 60],
      ['lastName', 60],
      ['cardholderName', 60],
      ['city', 60],
    ],
    H34: [
      ['address', 50],
      ['addressOne', 50],
      ['addressTwo', 50],
      ['streetName', 50],
      ['streetNumber', 20],
      ['streetUnit', 20],
      ['billingAccount', 30],
      ['pinPassword', 30],
    ],
    H35: [
      ['countryCode', 4],
      ['contactNumber', 15],
    ],
  };
  const rows = Object.entries(longest).flatMap(([id, fields]) =>
    fields.map(([field, max]) => ({ id, field, max })),
  );

  test.each(rows)('[$id] $field takes $max signs, and not one more', ({ id, field, max }) => {
    const sign = id === 'H32' || id === 'H34' ? 'e' : '1';
    for (const typed of [max, max + 40]) {
      expect(typingFilters[field](sign.repeat(typed))).toHaveLength(max);
    }
  });
});

describe('typing with the caret in view', () => {
  /** Types characters one by one at the caret, as an input does. */
  function type(name: string, signs: string, from = { value: '', caret: 0 }) {
    let now = from;
    for (const sign of signs) {
      const value = now.value.slice(0, now.caret) + sign + now.value.slice(now.caret);
      now = filterTyping(name, value, now.caret + 1, now.value);
    }
    return now;
  }
  /** Presses Backspace once. */
  function erase(name: string, { value, caret }: { value: string; caret: number }) {
    return filterTyping(name, value.slice(0, caret - 1) + value.slice(caret), caret - 1, value);
  }

  test('[H33] a card number is grouped while it is typed, the caret at its end', () => {
    expect(type('number', '4242424242424242')).toEqual({ value: '4242 4242 4242 4242', caret: 19 });
    expect(type('number', '378282246310005')).toEqual({ value: '3782 822463 10005', caret: 17 });
  });

  test('[H33] a digit typed or erased in the middle leaves the caret there', () => {
    const whole = { value: '4242 4242 4242', caret: 2 };
    expect(type('number', '9', whole)).toEqual({
      value: '4294 2424 2424 2',
      caret: 3,
    });
    expect(erase('number', { value: '4242 4242', caret: 2 })).toEqual({
      value: '4424 242',
      caret: 1,
    });
    // The space between is no digit.
    expect(type('number', '9', { value: '4242 4242 4242', caret: 6 })).toEqual({
      value: '4242 4924 2424 2',
      caret: 7,
    });
    // Over the space Backspace steps behind the digit before it.
    expect(erase('number', { value: '4242 4', caret: 5 })).toEqual({ value: '4242 4', caret: 4 });
  });

  test('[H33] the slash comes after the month, and Backspace gets past it', () => {
    expect(type('expiry', '12')).toEqual({ value: '12/', caret: 3 });
    expect(type('expiry', '1228')).toEqual({ value: '12/28', caret: 5 });
    expect(type('expiry', '528')).toEqual({ value: '05/28', caret: 5 });
    expect(type('expiry', '12/28')).toEqual({ value: '12/28', caret: 5 });
    let now = type('expiry', '1228');
    const seen = [];
    while (now.value) seen.push((now = erase('expiry', now)).value);
    expect(seen).toEqual(['12/2', '12/', '12', '1', '']);
  });

  test('[H33] without the value before, the slash comes with the first digit of the year', () => {
    expect(filterTyping('expiry', '12', 2)).toEqual({ value: '12', caret: 2 });
    expect(filterTyping('expiry', '122', 3)).toEqual({ value: '12/2', caret: 4 });
    expect(filterTyping('expiry', '1/28', 1)).toEqual({ value: '01/28', caret: 2 });
  });

  test('[H33] a pasted card number is accepted in any dress', () => {
    expect(filterTyping('number', ' 4242-4242 4242 4242 ', 21)).toEqual({
      value: '4242 4242 4242 4242',
      caret: 19,
    });
  });

  test('[H35] the plus of a country code is put in front and can be erased', () => {
    expect(type('countryCode', '44')).toEqual({ value: '+44', caret: 3 });
    expect(erase('countryCode', { value: '+', caret: 1 })).toEqual({ value: '', caret: 0 });
  });

  test('[H31] a refused sign leaves value and caret as they were', () => {
    expect(type('zipCode', 'x', { value: '1001', caret: 2 })).toEqual({ value: '1001', caret: 2 });
  });

  test('[H30] a field without a filter is left alone', () => {
    for (const name of ['email', 'toString', 'constructor']) {
      expect(filterTyping(name, ' x€ ', 2)).toEqual({ value: ' x€ ', caret: 2 });
    }
  });

  test('the caret stays inside or behind what was typed', () => {
    fc.assert(
      fc.property(
        field,
        typed,
        fc.nat(80),
        fc.constantFrom(...'7aé-, '),
        (name, text, at, sign) => {
          const before = typingFilters[name](text);
          const spot = Math.min(at, before.length);
          // Inside a pair of surrogates no caret can stand.
          fc.pre(!/[\uDC00-\uDFFF]/.test(before.charAt(spot)));
          const value = before.slice(0, spot) + sign + before.slice(spot);
          const now = filterTyping(name, value, spot + 1, before);
          expect(now.caret).toBeGreaterThanOrEqual(0);
          expect(now.caret).toBeLessThanOrEqual(now.value.length);
          const marked = name === 'number' || name === 'expiry' || name === 'countryCode';
          if (now.value.length <= before.length || (marked && sign !== '7')) return;
          // Separators put in after the sign may stand between it and the caret.
          const behind = now.value.slice(0, now.caret).replace(/[ /]$/, '');
          expect(behind.endsWith(sign.trim())).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('[H33] characters typed at the end always leave the caret at the end', () => {
    fc.assert(
      fc.property(field, fc.string({ maxLength: 40 }), (name, signs) => {
        const now = type(name, signs);
        expect(now.caret).toBe(now.value.length);
      }),
    );
  });
});
