import { expect, test } from 'vitest';
import { systemRandom } from '../random.ts';

test('ids sort by when they were made, within a millisecond too, and none is made twice', () => {
  let now = 1_700_000_000_000;
  const random = systemRandom({ now: () => new Date(now) });
  const made: string[] = [];
  for (let i = 0; i < 500; i += 1) made.push(random.id('act'));
  now += 1;
  for (let i = 0; i < 500; i += 1) made.push(random.id('act'));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(1000);
  expect(made[0]).toMatch(/^act_[0-9a-hjkmnp-tv-z]{26}$/);
});
