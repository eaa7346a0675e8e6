import { describe, expect, test } from 'vitest';
import {
  dateAlone,
  dateInDetails,
  dateInList,
  dateInTable,
  maskedCard,
  money,
  price,
} from './formats.ts';

test('[J04] [D14] amounts have two decimals, in US dollars', () => {
  expect([28.49, 0, 1028.5, -4, -0].map((dollars) => money(dollars))).toEqual([
    '$28.49',
    '$0.00',
    '$1,028.50',
    '-$4.00',
    '$0.00',
  ]);
  expect([money(28.49, 'es'), money(28.49, 'en')]).toEqual(['$28.49', '$28.49']);
});

test('[J04] a price comes in parts that make the whole', () => {
  expect(price(1028.5)).toEqual({
    symbol: '$',
    whole: '1,028',
    point: '.',
    cents: '50',
    amount: '$1,028.50',
  });
  const { symbol, whole, point, cents, amount } = price(25, 'es');
  expect(symbol + whole + point + cents).toBe(amount);
  expect([price(-4).whole, price(-0).whole]).toEqual(['-4', '0']);
});

describe('dates', () => {
  const zone = 'America/New_York';

  test('[D18] each place has its form', () => {
    const moment = '2025-11-05T14:00:00Z';
    expect(dateInDetails(moment, zone)).toBe('05 Nov 2025');
    expect(dateInTable(moment, zone)).toBe('Nov 05, 25');
    expect(dateInList(moment, zone)).toBe('Wednesday, 5 Nov');
  });

  test('[D18] the day is the one in the given time zone', () => {
    const moment = '2026-01-01T03:00:00Z';
    expect(dateInDetails(moment, zone)).toBe('31 Dec 2025');
    expect(dateInDetails(moment, 'UTC')).toBe('01 Jan 2026');
    expect(dateInTable(new Date(moment), 'Pacific/Honolulu')).toBe('Dec 31, 25');
    expect(dateInList(Date.parse(moment), 'Asia/Tokyo')).toBe('Thursday, 1 Jan');
  });

  test('[D18] months and days are named in the given language', () => {
    const moment = '2025-11-05T14:00:00Z';
    expect(dateInDetails(moment, zone, 'es')).toBe('05 nov 2025');
    expect(dateInTable(moment, zone, 'es')).toBe('05 nov 2025');
    expect(dateInList(moment, zone, 'es')).toBe('miércoles, 5 nov');
  });

  test('where the specification gives no form, the month comes before the day', () => {
    const moment = '2025-11-05T14:00:00Z';
    expect(dateAlone(moment, zone)).toBe('Nov 5, 2025');
    expect(dateAlone(moment, zone, 'es')).toBe('5 nov 2025');
    expect(dateAlone('', zone)).toBe('-');
  });

  test('[D18] what is no date is a dash', () => {
    expect([
      dateInDetails('', zone),
      dateInTable('soon', zone),
      dateInList(Number.NaN, zone),
    ]).toEqual(['-', '-', '-']);
  });
});

test('[D11] a card is shown masked with its last four digits, a dash if there are none', () => {
  expect(maskedCard('4242')).toBe('•••• 4242');
  expect(['', null, undefined].map(maskedCard)).toEqual(['-', '-', '-']);
});
