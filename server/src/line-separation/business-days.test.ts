import { expect, test } from 'vitest';
import { businessDayBefore, endOfBusinessDays, isBusinessDay } from './business-days.ts';

const zone = 'America/New_York';

const holidays = {
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  // New Year is a Saturday: its day off was the last one of 2027.
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
} as const;

test.each(Object.entries(holidays))(
  '[P05] federal holidays of %s are no business days, each on the day it is observed',
  (year, days) => {
    const closed: string[] = [];
    for (let at = Date.parse(`${year}-01-01`); ; at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      if (!day.startsWith(year)) break;
      const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
      if (isWeekend) expect(isBusinessDay(day)).toBe(false);
      else if (!isBusinessDay(day)) closed.push(day.slice(5));
    }
    expect(closed).toEqual(days.split(' '));
  },
);

const ends = (at: string) => endOfBusinessDays(new Date(at), 2, zone).toISOString();

test('[P05] two business days end with their second day, by the shop’s clock', () => {
  // Tuesday, until Thursday’s last second in New York.
  expect(ends('2026-12-01T15:00:00Z')).toBe('2026-12-04T04:59:59.000Z');
  // Friday night and Sunday alike: Tuesday.
  expect(ends('2026-12-05T04:30:00Z')).toBe('2026-12-09T04:59:59.000Z');
  expect(ends('2026-12-06T12:00:00Z')).toBe('2026-12-09T04:59:59.000Z');
  // The evening before Thanksgiving: Friday and Monday.
  expect(ends('2026-11-25T23:00:00Z')).toBe('2026-12-01T04:59:59.000Z');
  // Clocks change on Sunday, March 14, 2027.
  expect(ends('2027-03-12T15:00:00Z')).toBe('2027-03-17T03:59:59.000Z');
  // Over the day off for Christmas (Friday) and the one for New Year.
  expect(ends('2027-12-23T15:00:00Z')).toBe('2027-12-29T04:59:59.000Z');
  expect(ends('2027-12-30T15:00:00Z')).toBe('2028-01-05T04:59:59.000Z');
});

test('[P05] staff are reminded when the business day before begins', () => {
  const before = (at: string) => businessDayBefore(new Date(at), zone).toISOString();
  expect(before('2026-12-04T04:59:59Z')).toBe('2026-12-02T05:00:00.000Z');
  expect(before('2026-12-01T04:59:59Z')).toBe('2026-11-27T05:00:00.000Z');
});
