import { expect, test } from 'vitest';
import { daysOf, spanOf } from './meters.ts';
import type { Reading } from './store.ts';

const MB = 1_000_000;
const at = (moment: string, amount = MB): Reading => ({
  kind: 'data',
  starts_at: new Date(moment),
  amount,
});
const inNewYork = (readings: Reading[], from: string, until: string) =>
  daysOf(readings, {
    from: new Date(from),
    until: new Date(until),
    timeZone: 'America/New_York',
  });

test('[K11] a day begins at midnight in the brand’s time zone, not in UTC', () => {
  const days = inNewYork(
    [at('2026-07-02T03:59:59Z'), at('2026-07-02T04:00:00Z', 2 * MB)],
    '2026-07-01T15:00:00Z',
    '2026-07-03T15:00:00Z',
  );
  expect(days).toEqual([
    { on: '2026-07-01', megabytes: 1 },
    { on: '2026-07-02', megabytes: 2 },
    { on: '2026-07-03', megabytes: 0 },
  ]);
});

test.each([
  // The night of 25 hours, and the one of 23.
  ['2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'],
  ['2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'],
])(
  '[K11] on %s, when clocks change, the day has all of its hours once',
  (on, first, last, next) => {
    const around = [new Date(first), new Date(next)] as const;
    const days = inNewYork(
      [at(first), at(last), at(next, 5 * MB)],
      new Date(around[0].getTime() - 3_600_000).toISOString(),
      next,
    );
    expect(days).toHaveLength(3);
    expect(days[1]).toEqual({ on, megabytes: 2 });
    expect(days[2]?.megabytes).toBe(5);
  },
);

test('[K11] hotspot and roaming are data of their day, talk and texts are not', () => {
  const kinds = ['data', 'hotspot', 'roaming', 'talk', 'text'] as const;
  const readings = kinds.map((kind) => ({ ...at('2026-07-01T16:00:00Z'), kind }));
  const days = inNewYork(readings, '2026-07-01T15:00:00Z', '2026-07-01T17:00:00Z');
  expect(days).toEqual([{ on: '2026-07-01', megabytes: 3 }]);
});

test('[K11] the hour in which a line began counts for its first day and period', () => {
  const from = new Date('2026-07-01T04:20:00Z');
  const to = new Date('2026-07-31T04:20:00Z');
  const span = spanOf({ number: 1, from, to });
  // Carriers may count by the hour, and this one began yesterday in New York’s time.
  expect(span.from <= new Date('2026-07-01T03:30:00Z')).toBe(true);
  expect(spanOf({ number: 2, from, to }).from).toEqual(from);
  const days = inNewYork([at('2026-07-01T03:30:00Z')], from.toISOString(), from.toISOString());
  expect(days).toEqual([{ on: '2026-07-01', megabytes: 1 }]);
});
