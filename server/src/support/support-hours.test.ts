import { expect, test } from 'vitest';
import { supportHours } from './support-hours.ts';

const support = { email: 'help@harbor.example', phone: '', hours: '' };
const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '22:00' };
const harbor = { timeZone: 'America/New_York', support: { ...support, opening: [everyDay] } };
const weekdays = {
  timeZone: 'America/Denver',
  support: {
    ...support,
    opening: [
      { days: [1, 2, 3, 4, 5], from: '13:00', to: '24:00' },
      { days: [1, 2, 3, 4, 5], from: '07:00', to: '12:00' },
    ],
  },
};
const at = (iso: string) => new Date(iso);

test('support opens and closes by the brand’s clock, to the minute', () => {
  expect(supportHours(harbor, at('2026-07-01T11:59:59Z')).open).toBe(false);
  expect(supportHours(harbor, at('2026-07-01T12:00:00Z'))).toEqual({ open: true, backAt: null });
  expect(supportHours(harbor, at('2026-07-02T01:59:59Z')).open).toBe(true);
  expect(supportHours(harbor, at('2026-07-02T02:00:00Z'))).toEqual({
    open: false,
    backAt: at('2026-07-02T12:00:00Z'),
  });
});

test('after a weekend, over lunch, and until midnight: the next time somebody is there', () => {
  const back = (iso: string) => supportHours(weekdays, at(iso)).backAt?.toISOString();
  // Saturday noon in Denver.
  expect(back('2026-07-04T18:00:00Z')).toBe('2026-07-06T13:00:00.000Z');
  expect(back('2026-07-06T18:30:00Z')).toBe('2026-07-06T19:00:00.000Z');
  expect(supportHours(weekdays, at('2026-07-07T05:59:00Z')).open).toBe(true);
  expect(supportHours(weekdays, at('2026-07-07T06:00:00Z')).open).toBe(false);
});

test('the clocks change at night: support opens at eight all the same', () => {
  expect(supportHours(harbor, at('2026-03-08T03:00:00Z')).backAt).toEqual(
    at('2026-03-08T12:00:00Z'),
  );
  expect(supportHours(harbor, at('2026-11-01T03:00:00Z')).backAt).toEqual(
    at('2026-11-01T13:00:00Z'),
  );
});

test('a brand without hours promises nobody', () => {
  const brand = { ...harbor, support: { ...support, opening: [] } };
  expect(supportHours(brand, at('2026-07-01T15:00:00Z'))).toEqual({ open: false, backAt: null });
});
