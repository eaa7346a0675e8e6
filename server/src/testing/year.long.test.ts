import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, later, minutes } from '../clock.ts';
import { chargeTime } from '../renewals/autopay-times.ts';
import { passDays } from './line-life.ts';
import type { TestApp } from './test-app.ts';
import { traced, type Happened } from './year-trace.ts';
import { openYearWorld, type YearWorld } from './year-world.ts';

/** `YEAR_DAYS=365` is a year; an unpaid line has paused, been reminded and ended before this. */
const DAYS = Number(process.env['YEAR_DAYS'] ?? 95);
/** A number is asked for, and is gone a day later. */
const ASKED = 3;
/** The product looks once a minute, and its work takes some seconds of its own clock. */
const LATE = minutes(1) + 30_000;
/** What a turn found at work elsewhere has its next one a minute later, and then two. */
const APART = minutes(5);

let atOnce: YearWorld;
let daily: YearWorld;
beforeAll(async () => {
  atOnce = await openYearWorld();
  daily = await openYearWorld();
});
afterAll(async () => {
  await atOnce.app.close();
  await daily.app.close();
});

async function live(world: YearWorld, inSteps: boolean): Promise<Happened[]> {
  const pass = async (count: number) => {
    if (!inSteps) await passDays(world.app, count);
    else for (let day = 0; day < count; day += 1) await passDays(world.app, 1);
  };
  await pass(ASKED);
  await world.portOut('leaves', 'request');
  await pass(1);
  await world.portOut('leaves', 'complete');
  await world.raise();
  await pass(DAYS - ASKED - 1);
  return traced(world.app);
}

/**
 * The period of an old line is written when somebody first asks for it. Books are compared once a
 * move; a difference in them would be seen.
 */
const happened = (all: Happened[]) =>
  all.filter(
    ({ whose, what }) =>
      what !== 'reconciliations: 0' &&
      !(whose === 'ines@example.com' && what.startsWith('line_periods')),
  );

/** Of one person and one table. Emails of one minute overtake one another. */
function inOrder(all: readonly Happened[]) {
  const written = all.filter(({ what }) => !what.startsWith('sandbox_mail'));
  const rows = Map.groupBy(written, ({ whose, what }) => `${whose} ${what.split(':')[0]}`);
  return Object.fromEntries([...rows].map(([key, own]) => [key, own.map(({ what }) => what)]));
}

const timesOf = (all: readonly Happened[]) =>
  new Map(
    [...Map.groupBy(all, ({ whose, what }) => `${whose} ${what}`)].map(([key, own]) => [
      key,
      own.map(({ at }) => Date.parse(at)),
    ]),
  );

test('[K25] the same happens in the same order and at the same times, moved at once or day by day', async () => {
  const once = happened(await live(atOnce, false));
  const steps = happened(await live(daily, true));
  expect(once.length).toBeGreaterThan(150);
  expect(inOrder(steps)).toEqual(inOrder(once));
  const [first, second] = [timesOf(once), timesOf(steps)];
  expect([...second.keys()].toSorted()).toEqual([...first.keys()].toSorted());
  for (const [key, times] of first) {
    const others = second.get(key) ?? [];
    expect(others, key).toHaveLength(times.length);
    times.forEach((at, index) => {
      expect(Math.abs(at - (others[index] ?? 0)), key).toBeLessThan(APART);
    });
  }
  // Two years, beside whatever else the machine does.
}, 900_000);

/** The times that it happened at, and no other. */
async function expectTimes(app: TestApp, whose: string, what: RegExp, wanted: readonly Date[]) {
  const found = (await traced(app)).filter((one) => one.whose === whose && what.test(one.what));
  expect(found.map(({ at }) => at.slice(0, 10))).toEqual(
    wanted.map((at) => at.toISOString().slice(0, 10)),
  );
  found.forEach(({ at }, index) => {
    const late = Date.parse(at) - (wanted[index]?.getTime() ?? 0);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(LATE);
  });
}

async function ofLine(app: TestApp, email: string) {
  const { rows } = await sql<{ id: string; holder: string; ends: Date }>`
    select lines.id, lines.customer_id as holder, ends_at as ends from lines join line_periods on line_id = lines.id
    join customers on customers.id = lines.customer_id
    where email = ${email} order by number`.execute(app.app.db.query);
  return { holder: rows[0]?.holder ?? '', ends: rows.map((row) => row.ends) };
}

test('[K04] autopay charges at the time of its line, each period, however far time moves', async () => {
  const { app, begins } = atOnce;
  const { timeZone } = app.app.brands.byTenant(6);
  const end = later(begins, days(DAYS));
  const { holder, ends } = await ofLine(app, 'steady@example.com');
  const charges = ends.map((at) => chargeTime(holder, at, timeZone)).filter((at) => at < end);
  expect(charges).toHaveLength(Math.floor((DAYS + 1) / 30));
  await expectTimes(app, 'steady@example.com', /^orders: renewal paid/, charges);
  const told = charges.map((at) => later(at, -days(3) - minutes(120)));
  await expectTimes(app, 'steady@example.com', /mail: Autopay charges/, told);
});

test('[K06] an unpaid line is paused, reminded and ended at its days', async () => {
  const { app } = atOnce;
  const { ends } = await ofLine(app, 'hand@example.com');
  const paidUntil = ends[0] ?? new Date(0);
  const after = (count: number) => later(paidUntil, days(count));
  await expectTimes(app, 'hand@example.com', /mail: .* is paused/, [paidUntil]);
  await expectTimes(app, 'hand@example.com', /mail: We keep your number/, [7, 30, 53].map(after));
  await expectTimes(app, 'hand@example.com', /mail: .* has ended/, [after(60)]);
});
