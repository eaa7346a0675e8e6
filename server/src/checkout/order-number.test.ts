import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrderNumber, writeOrderNumber } from './order-number.ts';

const harbor = { id: 'harbor' };
const counted = fc.integer({ min: 1, max: 900_000_000_000 });

test('an order’s number is short, begins with the brand’s letter and is read back as it is said', () => {
  expect(writeOrderNumber(harbor, 1)).toMatch(/^H-\d{4}-\d\d$/);
  expect(writeOrderNumber(harbor, 9_000)).toMatch(/^H-\d{4}-\d\d$/);
  expect(writeOrderNumber({ id: '3-lantern' }, 9_001)).toMatch(/^L-\d{5}-\d\d$/);
  expect(writeOrderNumber(harbor, 10_000_000)).toMatch(/^H-\d{4}-\d{4}-\d\d$/);
  fc.assert(
    fc.property(counted, (number) => {
      const written = writeOrderNumber(harbor, number);
      expect(readOrderNumber(written)).toBe(number);
      expect(readOrderNumber(written.toLowerCase().replaceAll('-', ' '))).toBe(number);
      expect(readOrderNumber(written.replaceAll(/\D/g, ''))).toBe(number);
    }),
  );
});

test('a wrong digit, and two that were swapped, are noticed', () => {
  fc.assert(
    fc.property(counted, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, where, by) => {
      const digits = [...writeOrderNumber(harbor, number).replaceAll(/\D/g, '')].map(Number);
      const at = where % digits.length;
      const wrong = digits.map((digit, nr) => (nr === at ? (digit + by) % 10 : digit));
      expect(readOrderNumber(wrong.join(''))).toBeUndefined();
      const swapped = [...digits];
      swapped.splice(at, 2, ...digits.slice(at, at + 2).toReversed());
      fc.pre(swapped.join() !== digits.join());
      expect(readOrderNumber(swapped.join(''))).toBeUndefined();
    }),
  );
});

test('no two orders have the same number, and the next one is not the next', () => {
  const first = Array.from({ length: 10_000 }, (_, at) => writeOrderNumber(harbor, at + 1));
  expect(new Set(first).size).toBe(first.length);
  const digits = first.map((one) => Number(one.split('-')[1]));
  const near = digits.filter((one, at) => at > 0 && Math.abs(one - (digits[at - 1] ?? 0)) < 10);
  expect(near).toEqual([]);
});

test('what is no order’s number is none', () => {
  for (const said of [
    '',
    'H',
    'H-',
    'H-12-34',
    '(212) 555-0100',
    'ord_1',
    '0123456',
    '89014103211118510720',
  ]) {
    expect(readOrderNumber(said), said).toBeUndefined();
  }
});
