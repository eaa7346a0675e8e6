import type { LineAddOn } from '@portside/contract/add-on';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leftAfter } from './line-add-ons.ts';

const one = (id: string, megabytesLeft: number | undefined, day: number): LineAddOn => ({
  id,
  name: id,
  ...(megabytesLeft !== undefined && { megabytesLeft }),
  until: `2026-12-0${day}T00:00:00Z`,
  recurring: false,
});

test('[K10] what ends first is used first, and what gives no data is not used up', () => {
  const all = [one('late', 2000, 9), one('travel', undefined, 1), one('soon', 1000, 2)];
  expect(leftAfter(all, 0)).toEqual(all);
  expect(leftAfter(all, -5)).toEqual(all);
  expect(leftAfter(all, 1200)).toEqual([one('late', 1800, 9), all[1], one('soon', 0, 2)]);
  expect(leftAfter(all, 9999)).toEqual([one('late', 0, 9), all[1], one('soon', 0, 2)]);
});

test('[K10] no megabyte is made or lost', () => {
  const megabytes = fc.integer({ min: 0, max: 5000 });
  const some = fc.array(fc.record({ megabytes, day: fc.integer({ min: 1, max: 9 }) }));
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 20_000 }), (bought, used) => {
      const all = bought.map((add, at) => one(String(at), add.megabytes, add.day));
      const sum = (list: readonly LineAddOn[]) =>
        list.reduce((total, add) => total + (add.megabytesLeft ?? 0), 0);
      expect(sum(leftAfter(all, used))).toBe(Math.max(0, sum(all) - used));
    }),
  );
});
