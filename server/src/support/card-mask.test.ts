import * as fc from 'fast-check';
import { luhnHolds } from '@portside/contract/card-brands';
import { expect, test } from 'vitest';
import { maskCards } from './card-mask.ts';

const masked = (text: string) => maskCards(text).text;

test('a card number is taken out however it is written; its last four digits stay', () => {
  for (const number of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    '3782 822463 10005',
    '4242\u202f4242\u202f4242\u202f4242',
    '4242\u20114242\u20114242\u20114242',
  ]) {
    expect(maskCards(`My card ${number}, please.`)).toEqual({
      text: `My card •••• ${number.slice(-4)}, please.`,
      masked: true,
    });
  }
});

test('what is next to it stays: an expiry date, a second number', () => {
  expect(masked('4242 4242 4242 4242 12 34')).toBe('•••• 4242 12 34');
  expect(masked('5 4242424242424242 and 5555 5555 5555 4444')).toBe('5 •••• 4242 and •••• 4444');
});

test('numbers that a customer has to tell their carrier stay whole', () => {
  for (const text of [
    'My number is (212) 555-0101 or +1 212 555 0101.',
    'SIM 8901410321111851072, also 89014103211118510720',
    'IMEI 490154203237518',
    'Order 1234567890123456',
    'Call 2125550101 or 2125550102',
  ]) {
    expect(maskCards(text)).toEqual({ text, masked: false });
  }
});

test('no group of digits that holds the check digit is left, whatever surrounds it', () => {
  const digit = fc.integer({ min: 0, max: 9 });
  const cards = fc
    .tuple(fc.constantFrom('4', '51', '6011'), fc.array(digit, { minLength: 15, maxLength: 15 }))
    .map(([start, rest]) => (start + rest.join('')).slice(0, 15))
    .map((body) => [...'0123456789'].map((last) => body + last).find(luhnHolds) ?? '');
  fc.assert(
    fc.property(cards, fc.string(), fc.string(), (card, before, after) => {
      const text = `${before} x${card}x ${after}`;
      expect(masked(text)).not.toContain(card);
    }),
  );
});

test('the longest message of single digits takes no time: anybody may send one', () => {
  const text = '7 '.repeat(1000).trim();
  const began = performance.now();
  maskCards(text);
  // Trying every group against every other took twelve seconds.
  expect(performance.now() - began).toBeLessThan(1000);
});
