import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours, later, minutes } from '../clock.ts';
import { unusedDays, valueOf } from '../lines/period-value.ts';
import { leftOver, unusedOf } from './arithmetic.ts';

const start = new Date('2026-11-22T15:00:00Z');
const period = (paidCents: number, from = start, number = 1) => ({
  number,
  from,
  to: later(from, days(30)),
  paidCents,
});

test.each([
  [0, 30],
  [1, 29],
  [days(1), 29],
  [days(1) + 1, 28],
  [days(29), 1],
  [days(29) + 1, 0],
  [days(30), 0],
  [days(45), 0],
])('[K08] %d ms after a period began, %d whole days of it are unused', (after, left) => {
  expect(unusedDays(period(2500), later(start, after))).toBe(left);
});

test.each([
  // 25.00 × 29/30 = 24.1666…
  [2500, 1, 2417],
  [2500, 15, 1250],
  // 12.01 × 15/30 = 6.005, rounded half up
  [1201, 15, 601],
  [1200, 10, 800],
  [0, 3, 0],
])('[K08] of %d cents, %d days later, %d are unused', (paid, after, left) => {
  expect(valueOf(period(paid), later(start, days(after))).left).toBe(left);
});

test('[K08] what is paid ahead counts whole', () => {
  const now = later(start, days(25));
  const times = [period(2500), period(1800, later(start, days(30)), 2)];
  expect(unusedOf(times, now)).toMatchObject({ days: 35, cents: 417 + 1800 });
});

test('[K08] a rest that no card takes becomes credit, and nothing else is lost', () => {
  const sale = { grossCents: 2000, freeCreditCents: 0, leastCents: 50 };
  expect(leftOver({ ...sale, unusedCents: 1500 })).toBe(0);
  expect(leftOver({ ...sale, unusedCents: 2000 })).toBe(0);
  expect(leftOver({ ...sale, unusedCents: 2600 })).toBe(600);
  // 20 cents to pay: 50 are charged, and 30 are left.
  expect(leftOver({ ...sale, unusedCents: 1980 })).toBe(30);
  expect(leftOver({ ...sale, unusedCents: 1980, freeCreditCents: 20 })).toBe(0);
});

interface Change {
  after: number;
  planCents: number;
  feesCents: number;
  renews: boolean;
  comesBack: boolean;
}

const changes = fc.array(
  fc.record<Change>({
    after: fc.integer({ min: 0, max: days(34) }),
    planCents: fc.integer({ min: 50, max: 9000 }),
    feesCents: fc.integer({ min: 0, max: 900 }),
    renews: fc.boolean(),
    comesBack: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

test('[K08] over any chain of changes no cent is made or lost: what was charged is what was used and what is credit', () => {
  fc.assert(
    fc.property(changes, (chain) => {
      const leastCents = 50;
      let now = start;
      let times = [period(2500)];
      let [charged, refunded, credit] = [2500, 0, 0];
      // What was sold, and the value of days that were not used of it.
      let [sold, unused] = [2500, 0];
      for (const { after, planCents, feesCents, renews, comesBack } of chain) {
        now = later(now, after);
        const last = times.at(-1);
        const grossCents = planCents + feesCents;
        const number = (last?.number ?? 0) + 1;
        const ahead = unusedOf(times, now);
        expect(ahead.cents).toBeGreaterThanOrEqual(0);
        const value = renews ? 0 : ahead.cents;
        const freeCreditCents = credit;
        const left = leftOver({ grossCents, unusedCents: value, freeCreditCents, leastCents });
        const total = grossCents - value + left;
        expect(total).toBeGreaterThanOrEqual(0);
        let used = Math.min(total, credit);
        if (total - used > 0 && total - used < leastCents) {
          used = Math.max(0, Math.min(used, total - leastCents));
        }
        const due = total - used;
        // A card can pay it, or there is nothing to pay.
        expect(due === 0 || due >= leastCents).toBe(true);
        charged += due;
        credit += left - used;
        if (comesBack) {
          // The carrier refuses: the money goes back, and all is as it was.
          refunded += due;
          credit += used - left;
          continue;
        }
        sold += grossCents;
        unused += value;
        const begins = renews && last && last.to > now ? last.to : now;
        const cut = times.map((one) => ({
          ...one,
          from: one.from < now ? one.from : now,
          to: one.to < now ? one.to : now,
        }));
        times = [...(renews ? times : cut), period(planCents, begins, number)];
      }
      expect(charged - refunded).toBe(sold - unused + credit);
      expect(credit).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

test('[K08] the longer one waits, the less is unused, and never more than was paid', () => {
  const paid = fc.integer({ min: 0, max: 20_000 });
  const waits = fc.integer({ min: 0, max: days(40) });
  fc.assert(
    fc.property(paid, waits, fc.integer({ min: 0, max: hours(30) }), (cents, after, more) => {
      const one = period(cents);
      const early = valueOf(one, later(start, after)).left;
      expect(early).toBeLessThanOrEqual(cents);
      expect(valueOf(one, later(start, after + more)).left).toBeLessThanOrEqual(early);
      // Within half a cent of the exact share.
      const exact = (cents * unusedDays(one, later(start, after))) / 30;
      expect(Math.abs(early - exact)).toBeLessThanOrEqual(0.5);
      expect(early - exact).toBeGreaterThan(-0.5);
    }),
  );
  expect(unusedDays(period(1), later(start, minutes(1)))).toBe(29);
});

test('[K08] unused days are worth their share of what was paid, reckoned in whole numbers', () => {
  const paid = fc.integer({ min: 0, max: 30_000 });
  fc.assert(
    fc.property(paid, fc.integer({ min: 0, max: 30 }), (cents, used) => {
      // Half a cent rounds up.
      const share = (2n * BigInt(cents) * BigInt(30 - used) + 30n) / 60n;
      expect(valueOf(period(cents), later(start, days(used))).left).toBe(Number(share));
    }),
  );
});
