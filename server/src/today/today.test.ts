import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { endLine } from '@portside/contract/line-ending';
import { viewToday, type FigureName, type Today } from '@portside/contract/console/today';
import { listPortIns } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayInZone, dayLater } from '../brands/time-zone.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import { passDays, renew, withLine } from '../testing/line-life.ts';
import { bring, portInWhen } from '../testing/porting.ts';
import { newcomer, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { countDays } from './day-counts.ts';
import { rollUp } from './roll-up.ts';
import { addWaits, stepOfWait, waitAt } from './waits.ts';
import * as store from './store.ts';

let app: TestApp;
let viewer: Caller;
beforeAll(async () => {
  app = await openTestApp();
  viewer = await app.staff('viewer');
  await countAll();
});
afterAll(() => app.close());

const brand = () => {
  const found = app.app.brands.byId('harbor');
  if (!found) throw new Error('There is no Harbor');
  return found;
};
const today = () => dayInZone(app.app.clock.now(), brand().timeZone);
const look = (days: '7' | '30' | '90' = '90') => viewer.call(viewToday, { days });

/** So much more than before, today included. */
async function more(work: () => Promise<unknown>): Promise<(name: FigureName) => number> {
  const sum = (view: Today, name: FigureName) =>
    view.series.reduce((total, { figures }) => total + (figures[name] ?? 0), 0);
  const before = await look();
  await work();
  const after = await look();
  return (name) => Math.round(100 * (sum(after, name) - sum(before, name))) / 100;
}

/** The job, as often as it takes to count everything. */
async function countAll() {
  for (let run = 0; run < 5; run += 1) await rollUp(app.app, brand());
}

// First: of the tests after it, lines end.
test('[L14] renewals due and paid, autopay failures, port-ins by outcome and lines that end, over a month', async () => {
  const paysByHand = await withLine(app);
  const leaves = await withLine(app);
  const fails = await withLine(app, { paymentToken: await paymentToken(app, '4000000000000036') });
  const by = await more(async () => {
    const { version } = await fails.noa.call(viewAutopayConsent, {});
    await fails.noa.call(setAutopay, { id: fails.line.id, on: true, consent: version });
    await leaves.noa.call(endLine, { id: leaves.line.id });
    const comes = await newcomer(app);
    await bring(comes, '2125560111');
    const { portIns } = await comes.call(listPortIns, {});
    await portInWhen(app, comes, portIns[0]?.id ?? '', 'completed');
    await passDays(app, 25);
    await renew(app, paysByHand.noa, paysByHand.line.id);
    await passDays(app, 7);
  });
  expect(by('renewalsPaid')).toBe(1);
  // The two that stay, and two of the demo's; not the one that ended.
  expect(by('renewalsDue')).toBe(4);
  expect(by('autopayFailures')).toBeGreaterThan(0);
  expect(by('portInsCompleted')).toBe(1);
  expect(by('linesEnded')).toBe(1);
  await countAll();
  const view = await look('30');
  expect(view.countedFrom).toBeNull();
  expect(view.now.churn).toBeGreaterThan(0);
  expect(view.before.churn).toBe(0);
});

test('[L14] an order counts in today at once: its money, its line, and how long that took', async () => {
  let paid = 0;
  const by = await more(async () => {
    const { noa } = await withLine(app);
    const { rows } = await sql<{ cents: number }>`
      select amount_cents as cents from charges join customers on customers.id = customer_id
      where email = ${noa.email}`.execute(app.app.db.query);
    paid = (rows[0]?.cents ?? 0) / 100;
  });
  expect(paid).toBeGreaterThan(10);
  expect([by('orders'), by('newLines'), by('activations')]).toEqual([1, 1, 1]);
  expect(by('revenue')).toBe(paid);
  const view = await look('7');
  expect(view.series.at(-1)?.on).toBe(today());
  expect(view.series.at(-1)?.figures.waitMedian).toBeGreaterThanOrEqual(0);
  expect(view.to).toBe(dayLater(today(), -1));
  // Today is not among the whole days.
  expect(view.now.newLines).toBe(
    view.series.slice(0, -1).reduce((sum, { figures }) => sum + (figures.newLines ?? 0), 0),
  );
});

test('[L14] a refund is of its own day, and takes nothing from what was paid', async () => {
  const { noa } = await withLine(app);
  const { rows } = await sql<{ id: string }>`
    select orders.id from orders join customers on customers.id = customer_id
    where email = ${noa.email}`.execute(app.app.db.query);
  const by = await more(() =>
    runVerb(app.app, ['order', 'refund', rows[0]?.id ?? '', '--amount', '2.50']),
  );
  expect([by('refunds'), by('revenue'), by('orders')]).toEqual([2.5, 0, 0]);
});

test('[L14] what is kept of a day is what its rows say, however often it is counted', async () => {
  await countAll();
  const kept = await store.daysFrom(app.app.db.query, brand().client.mvnoId, '');
  const days = [...kept.keys()].toSorted();
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  expect(last).toBe(dayLater(today(), -1));
  expect(days).toHaveLength(kept.size);
  expect(kept).toEqual(await countDays(app.app.db.query, brand(), first, last));
  // Nothing of another brand's.
  const others = app.app.brands.all.filter((one) => one !== brand());
  for (const other of others) await rollUp(app.app, other);
  expect(others.length).toBeGreaterThan(0);
  expect(await store.daysFrom(app.app.db.query, brand().client.mvnoId, '')).toEqual(kept);
});

test('[L14] days are those of the brand’s time zone', async () => {
  await withLine(app);
  const { timeZone } = brand();
  expect(timeZone).toBe('America/New_York');
  const day = dayLater(today(), -2);
  const count = async () => {
    const counted = await countDays(app.app.db.query, brand(), dayLater(day, -1), day);
    return [counted.get(dayLater(day, -1))?.orders, counted.get(day)?.orders];
  };
  const [before = 0, after = 0] = await count();
  // Half past three in London is the evening before in New York.
  await sql`update charges set created_at = ${`${day}T03:30:00Z`}::timestamptz
    where id = (select id from charges order by id desc limit 1)`.execute(app.app.db.query);
  expect(await count()).toEqual([before + 1, after]);
});

test('[L14] a shop that pauses for long is counted on, and one that begins has nothing before', async () => {
  const fresh = await openTestApp();
  try {
    const mesa = fresh.app.brands.byId('mesa');
    if (!mesa) throw new Error('There is no Mesa');
    const unknown = await (await fresh.staff('agent')).call(viewToday, {});
    expect(unknown.countedFrom).toBe(dayLater(unknown.to, -2));
    expect(unknown.now.orders).toBeNull();
    expect(unknown.series.map(({ on }) => on)).toHaveLength(4);
    await rollUp(fresh.app, mesa);
    fresh.clock.move(100 * 86_400_000);
    // Quiet days are counted many at once: all of them in one run.
    await rollUp(fresh.app, mesa);
    const kept = await store.daysFrom(fresh.app.db.query, mesa.client.mvnoId, '');
    const days = [...kept.keys()].toSorted();
    expect(days.slice(1)).toEqual(days.slice(0, -1).map((day) => dayLater(day, 1)));
    expect(days.length).toBeGreaterThanOrEqual(103);
  } finally {
    await fresh.close();
  }
});

test('[L14] other spans than 7, 30 and 90 days are refused with a sentence', async () => {
  const { status, problem } = await viewer.refusal(viewToday, { days: '365' });
  expect(status).toBe(400);
  expect(problem.errors?.[0]?.message).toBe('Choose 7, 30 or 90 days.');
});

test('[L14] median and 95th percentile add up over days to within 4 percent', () => {
  const seconds = Array.from({ length: 1000 }, (_, one) => ((one * 7919) % 1000) + 5);
  const days = seconds.map((one) => ({ [stepOfWait(one)]: 1 }));
  const sorted = seconds.toSorted((a, b) => a - b);
  for (const part of [0.5, 0.95]) {
    const real = sorted[Math.ceil(part * 1000) - 1] ?? 0;
    expect(Math.abs((waitAt(addWaits(days), part) ?? 0) / real - 1)).toBeLessThan(0.04);
  }
  expect(waitAt({}, 0.5)).toBeNull();
});
