import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockInZone } from '../brands/time-zone.ts';
import { days, hours, later, minutes } from '../clock.ts';
import {
  chargeOnceOn,
  chargeTime,
  expiresBefore,
  nextAnnouncement,
  nextTry,
  whenTold,
} from './autopay-times.ts';

const zones = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'Pacific/Honolulu'];
const moment = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2028-12-31'),
  noInvalidDate: true,
});
const anyCustomer = fc.record({
  zone: fc.constantFrom(...zones),
  holder: fc.string({ minLength: 1 }),
  at: moment,
});

const minuteOfDay = (at: Date, zone: string) => {
  const local = clockInZone(at, zone);
  return local.getUTCHours() * 60 + local.getUTCMinutes();
};

test('[K04] a charge comes between 9 and 11 where the brand is, a day before the time ends and no two', () => {
  fc.assert(
    fc.property(anyCustomer, ({ zone, holder, at: endsAt }) => {
      const charged = chargeTime(holder, endsAt, zone);
      expect(minuteOfDay(charged, zone)).toBeGreaterThanOrEqual(9 * 60);
      expect(minuteOfDay(charged, zone)).toBeLessThan(11 * 60);
      const before = endsAt.getTime() - charged.getTime();
      expect(before).toBeGreaterThanOrEqual(days(1));
      // An hour more on the day on which clocks go back.
      expect(before).toBeLessThanOrEqual(days(2) + hours(1));
    }),
  );
});

test('[K04] each customer has their own time, the same each day', () => {
  const ends = new Date('2026-06-20T18:00:00Z');
  const of = (holder: string, at = ends) =>
    minuteOfDay(chargeTime(holder, at, zones[0] ?? ''), zones[0] ?? '');
  const holders = Array.from({ length: 40 }, (_, nr) => `cus_${nr}`);
  expect(new Set(holders.map((one) => of(one))).size).toBeGreaterThan(20);
  for (const one of holders) expect(of(one, later(ends, days(30)))).toBe(of(one));
});

test('[K05] what is told now is charged as planned where three days are left, else at the first usual time that leaves them', () => {
  fc.assert(
    fc.property(
      anyCustomer,
      fc.integer({ min: -days(5), max: days(5) }),
      ({ zone, holder, at: now }, early) => {
        const earliest = later(now, days(3));
        const planned = later(earliest, early);
        const charged = whenTold(holder, planned, now, zone);
        if (early >= 0) {
          expect(charged).toEqual(planned);
          return;
        }
        expect(charged.getTime()).toBeGreaterThanOrEqual(earliest.getTime());
        expect(charged.getTime() - earliest.getTime()).toBeLessThanOrEqual(days(1) + hours(2));
        expect(minuteOfDay(charged, zone)).toBeGreaterThanOrEqual(9 * 60);
        expect(minuteOfDay(charged, zone)).toBeLessThan(11 * 60);
      },
    ),
    // One in fifty comes near an hour that counts.
    { numRuns: 1000 },
  );
});

test('[K04] turned on after the usual time, it charges now', () => {
  const now = new Date('2026-06-20T18:00:00Z');
  expect(chargeOnceOn(later(now, 1), now)).toEqual(later(now, 1));
  expect(chargeOnceOn(now, now)).toEqual(now);
  expect(chargeOnceOn(later(now, -1), now)).toEqual(now);
});

test('[K05] a refused charge is tried again a day, three and five days after the first time', () => {
  const first = new Date('2026-06-20T18:00:00Z');
  const after = [1, 2, 3, 4].map((tries) => nextTry(first, tries));
  expect(after).toEqual([
    later(first, days(1)),
    later(first, days(3)),
    later(first, days(5)),
    undefined,
  ]);
});

test('[K05] two emails come before a charge: two weeks before, about the card, and three days and two hours before', () => {
  const charge = new Date('2026-06-20T18:00:00Z');
  const [card, tells] = [later(charge, -days(14)), later(charge, -days(3) - hours(2))];
  expect(nextAnnouncement(charge, later(card, -1))).toEqual(card);
  expect(nextAnnouncement(charge, card)).toEqual(tells);
  expect(nextAnnouncement(charge, later(tells, -1))).toEqual(tells);
  expect(nextAnnouncement(charge, tells)).toBeUndefined();
});

test('[K05] a card is good until its month ends', () => {
  const firstOfJuly = new Date('2026-07-01T00:00:00Z');
  expect(expiresBefore('06/26', later(firstOfJuly, -minutes(1)))).toBe(false);
  expect(expiresBefore('06/26', firstOfJuly)).toBe(true);
  expect(expiresBefore('12/26', new Date('2026-12-31T23:59:00Z'))).toBe(false);
  expect(expiresBefore('12/26', new Date('2027-01-01T00:00:00Z'))).toBe(true);
  for (const unreadable of ['', '07', '00/20', '/20', 'aa/20']) {
    expect(expiresBefore(unreadable, firstOfJuly)).toBe(false);
  }
});
