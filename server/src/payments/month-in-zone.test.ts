import { expect, test } from 'vitest';
import { monthInZone } from './month-in-zone.ts';

test('[D17] a month begins at midnight of the brand’s time zone, summer time or not', () => {
  const zone = 'America/New_York';
  expect(monthInZone(2026, 0, zone).toISOString()).toBe('2026-01-01T05:00:00.000Z');
  expect(monthInZone(2026, 6, zone).toISOString()).toBe('2026-07-01T04:00:00.000Z');
  expect(monthInZone(2026, 12, zone).toISOString()).toBe('2027-01-01T05:00:00.000Z');
  expect(monthInZone(2026, 10, 'Pacific/Honolulu').toISOString()).toBe('2026-11-01T10:00:00.000Z');
  expect(monthInZone(2026, 3, 'UTC').toISOString()).toBe('2026-04-01T00:00:00.000Z');
});
