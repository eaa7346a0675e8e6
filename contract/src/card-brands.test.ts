import { expect, test } from 'vitest';
import {
  cardBrand,
  cardBrands,
  cardNumberHolds,
  groupCardNumber,
  luhnHolds,
  maxCardDigits,
} from './card-brands.ts';

test.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['2720990000000007', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['30569309025904', 'diners'],
  ['3056930009020004', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
])('[H10] %s is a whole number of %s', (number, network) => {
  expect(cardBrand(number)?.network).toBe(network);
  expect(cardNumberHolds(number)).toBe(true);
});

test('[H10] the seven networks have a brand each', () => {
  expect(cardBrands.map((brand) => brand.network)).toEqual([
    'visa',
    'mastercard',
    'amex',
    'discover',
    'diners',
    'jcb',
    'unionpay',
  ]);
});

test('[H10] no beginning belongs to two brands', () => {
  for (let start = 0; start < 1_000_000; start += 1) {
    const digits = String(start).padStart(6, '0');
    const found = cardBrands.filter((brand) => brand.starts.test(digits));
    if (found.length > 1) expect.fail(`${digits}: ${found.map((one) => one.network).join()}`);
  }
});

test('[H10] the brands begin where their networks say', () => {
  const brandOf = (start: string) => cardBrand(start)?.network;
  expect(['50', '51', '55', '56'].map(brandOf)).toEqual([
    undefined,
    'mastercard',
    'mastercard',
    undefined,
  ]);
  expect(['2220', '2221', '2720', '2721'].map(brandOf)).toEqual([
    undefined,
    'mastercard',
    'mastercard',
    undefined,
  ]);
  expect(['3527', '3528', '3589', '359'].map(brandOf)).toEqual([
    undefined,
    'jcb',
    'jcb',
    undefined,
  ]);
  expect(['643', '644', '649', '65'].map(brandOf)).toEqual([
    undefined,
    'discover',
    'discover',
    'discover',
  ]);
  expect(['306', '305', '36', '35'].map(brandOf)).toEqual([
    undefined,
    'diners',
    'diners',
    undefined,
  ]);
  expect(['629', '6291', '810', '8171', '8172'].map(brandOf)).toEqual([
    undefined,
    'unionpay',
    'unionpay',
    'unionpay',
    undefined,
  ]);
});

test('[H10] every brand but UnionPay is held to the check digit, all to their lengths', () => {
  expect(cardNumberHolds('4242424242424241')).toBe(false);
  expect(cardNumberHolds('6200000000000006')).toBe(true);
  expect(cardNumberHolds('37828224631000')).toBe(false);
  expect(cardNumberHolds('000000000000')).toBe(true);
  expect(cardNumberHolds('00000000000000000')).toBe(false);
});

/** What the networks say of their numbers: a beginning, the lengths, the digits of the code. */
test.each([
  ['visa', '4', [13, 16, 19], 3],
  ['mastercard', '51', [16], 3],
  ['amex', '37', [15], 4],
  ['discover', '6011', [16, 19], 3],
  ['diners', '36', [14, 16, 19], 3],
  ['jcb', '3528', [16, 17, 18, 19], 3],
  ['unionpay', '620', [14, 15, 16, 17, 18, 19], 3],
  ['none', '9', [12, 13, 14, 15, 16], undefined],
])('[H10] [H12] [H33] of %s, beginning with %s, a number has %j digits and a code %s', (...row) => {
  const [network, start, lengths, codeLength] = row;
  const numbers = (digits: number) =>
    [...'0123456789'].map((check) => start.padEnd(digits - 1, '0') + check);
  const holding = (digits: number) => numbers(digits).filter(cardNumberHolds).length;
  const all = Array.from({ length: 14 }, (_, at) => at + 9);
  // One check digit of ten is right, where there is one at all.
  const right = network === 'unionpay' ? 10 : 1;
  expect(all.filter((digits) => holding(digits) === right)).toEqual(lengths);
  expect(all.filter((digits) => holding(digits) > 0)).toEqual(lengths);
  expect(maxCardDigits(start)).toBe(lengths.at(-1));
  expect(cardBrand(start)?.codeLength).toBe(codeLength);
});

test('[H33] numbers are grouped and limited as their brand prints them', () => {
  expect(groupCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(groupCardNumber('30569309025904')).toBe('3056 930902 5904');
  expect(groupCardNumber('305693000902000')).toBe('3056 9300 0902 000');
  expect(groupCardNumber('3056930009020004')).toBe('3056 9300 0902 0004');
  expect(groupCardNumber('4242424242424242424')).toBe('4242 4242 4242 4242 424');
  expect(groupCardNumber('')).toBe('');
  expect(['4', '51', '37', '9', ''].map(maxCardDigits)).toEqual([19, 16, 15, 16, 16]);
});

test('[H10] the check digit catches each wrong digit', () => {
  const right = '8901260713156280780';
  expect(luhnHolds(right)).toBe(true);
  for (let at = 0; at < right.length; at += 1) {
    const wrong = right.slice(0, at) + ((Number(right[at]) + 1) % 10) + right.slice(at + 1);
    expect(luhnHolds(wrong)).toBe(false);
  }
  expect(['', '0', '4242x'].map(luhnHolds)).toEqual([false, false, false]);
});
