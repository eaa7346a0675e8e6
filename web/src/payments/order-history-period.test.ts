import { expect, test } from 'vitest';
import { allTime, changePeriod, monthChoices, yearChoices } from './order-history-period.ts';

const zone = 'America/New_York';
/** Still 2026 in New York. */
const newYearsNight = new Date('2027-01-01T03:00:00Z');

test('[D17] the years are the present one of the brand’s time zone and the eleven before it', () => {
  const years = yearChoices(newYearsNight, zone);
  expect([years.length, years[0], years.at(-1)]).toEqual([12, '2026', '2015']);
});

test('[D17] where the future is enabled the years are the present one and the eleven after it', () => {
  const years = yearChoices(newYearsNight, zone, true);
  expect([years.length, years[0], years.at(-1)]).toEqual([12, '2026', '2037']);
});

test('[D17] the months are Jan to Dec', () => {
  expect(monthChoices('en').map(({ label }) => label)).toEqual(
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  );
  expect(monthChoices('en').map(({ value }) => value)).toEqual(
    Array.from({ length: 12 }, (_, at) => String(at + 1)),
  );
});

test('[D17] a month without a year is one of the present year', () => {
  const change = (from: { month: string; year: string }, to: object) =>
    changePeriod(from, to, newYearsNight, zone);
  expect(change(allTime, { month: '8' })).toEqual({ month: '8', year: '2026' });
  expect(change({ month: '', year: '2024' }, { month: '8' })).toEqual({ month: '8', year: '2024' });
  expect(change({ month: '8', year: '2024' }, { year: '' })).toEqual(allTime);
  expect(change({ month: '8', year: '2024' }, { month: '' })).toEqual({ month: '', year: '2024' });
});
