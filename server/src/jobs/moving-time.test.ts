import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOtherSessions, listSessions } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import type { App } from '../app.ts';
import { days, hours, later, minutes, unmoved } from '../clock.ts';
import { freshDatabase } from '../testing/fresh-database.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { defineJob, handle } from './jobs.ts';
import { moveTime } from './moving-time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const move = (count: unknown, at = app.address) => post({ hours: count }, at);

async function post(asked: object, at = app.address) {
  const answer = await fetch(`${at}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  const body = (await answer.json()) as { now?: string };
  return { status: answer.status, now: new Date(body.now ?? 0), date: answer.headers.get('date') };
}

test('[K25] the sandbox’s time moves by whole hours, and the product goes by it', async () => {
  const maya = await app.as('maya@example.com');
  const { now: before } = await move(0);
  const { status, now, date } = await move(24);
  expect(status).toBe(200);
  const moved = now.getTime() - before.getTime();
  expect(moved).toBeGreaterThanOrEqual(days(1));
  expect(moved).toBeLessThan(days(1) + hours(1));
  expect(Math.abs(new Date(date ?? 0).getTime() - now.getTime())).toBeLessThan(60_000);
  // Who is logged in stays so; a proof of being the owner runs out as always.
  await move(24 * 20);
  expect((await maya.call(listSessions, {})).sessions).not.toHaveLength(0);
  expect((await maya.refusal(endOtherSessions, {})).problem.reason).toBe('proof_required');
});

test.each([-1, 0.5, 24 * 400 + 1, '', 'soon', null])('time does not move by %s', async (count) => {
  const { now: before } = await move(0);
  expect((await move(count)).status).toBe(400);
  expect((await move(0)).now.getTime() - before.getTime()).toBeLessThan(hours(1));
});

test('[K25] asked again with the same moment, time moves once; one that has passed moves nothing', async () => {
  const { now: before } = await move(0);
  const until = later(before, days(3)).toISOString();
  const answers = await Promise.all([post({ until }), post({ until }), post({ until })]);
  for (const { status, now } of answers) {
    expect(status).toBe(200);
    expect(now.getTime()).toBeGreaterThanOrEqual(Date.parse(until));
    expect(now.getTime()).toBeLessThan(Date.parse(until) + hours(1));
  }
  const { status, now } = await post({ until: before.toISOString() });
  expect(status).toBe(200);
  expect(now.getTime()).toBeLessThan(Date.parse(until) + hours(1));
});

const far = () => later(app.app.clock.now(), days(401)).toISOString();

test.each([
  ['a day without its time', () => ({ until: '2040-01-01' })],
  ['a time without its zone', () => ({ until: '2040-01-01T00:00:00' })],
  ['words', () => ({ until: 'tomorrow' })],
  ['more than 400 days ahead', () => ({ until: far() })],
  ['both', () => ({ hours: 1, until: app.app.clock.now().toISOString() })],
  ['neither', () => ({})],
])('time does not move until %s', async (_, asked) => {
  const { now: before } = await move(0);
  expect((await post(asked())).status).toBe(400);
  expect((await move(0)).now.getTime() - before.getTime()).toBeLessThan(hours(1));
});

test('[K25] where a customer could really be written to, time does not move', async () => {
  const mail = { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'a@harbor.example' } as const;
  const adapters = { ...nothingOutside, usual: { ...nothingOutside.usual, mail } };
  const real = await openTestApp({ config: { adapters, roles: new Set(['api']) } });
  expect((await move(1, real.address)).status).toBe(403);
  expect(real.app.clock.movedBy).toBe(0);
  await real.close();
});

test('[K25] what falls due on the way happens at its time and in its order', async () => {
  const daily = defineJob('test-daily');
  const due = defineJob('test-due');
  const seen: [string, Date][] = [];
  const note = (name: string) => async (one: App) => void seen.push([name, one.clock.now()]);
  const from = app.app.clock.now();
  const waiting = [later(from, days(2.5)), later(from, hours(30)), later(from, days(9))];
  const work = {
    handlers: [
      handle(daily, note('daily')),
      handle(due, async (one) => {
        const found = waiting.findIndex((at) => at <= one.clock.now());
        waiting.splice(found, 1);
        await note('due')(one);
      }),
    ],
    schedules: [
      {
        job: daily,
        cron: '0 4 * * *',
        due: (one: App) => sql<Date | null>`${one.clock.now()}::timestamptz`,
      },
      {
        job: due,
        cron: '* * * * *',
        due: () => sql<Date | null>`(select min(at) from unnest(${waiting}::timestamptz[]) as at)`,
      },
    ],
    tick: async () => {},
  };
  await moveTime(app.app, { milliseconds: days(3) }, work);
  const dues = seen.filter(([name]) => name === 'due').map(([, at]) => at.getTime());
  expect(dues).toHaveLength(2);
  [30, 60].forEach((late, index) => {
    const at = later(from, hours(late)).getTime();
    expect(dues[index]).toBeGreaterThanOrEqual(at);
    // The next whole minute, and what it takes to do it.
    expect(dues[index]).toBeLessThan(at + minutes(2));
  });
  const mornings = seen.filter(([name]) => name === 'daily');
  expect(mornings.map(([, at]) => at.getUTCHours())).toEqual([4, 4, 4]);
  expect(seen.map(([, at]) => at.getTime())).toEqual(
    seen.map(([, at]) => at.getTime()).toSorted((a, b) => a - b),
  );
  expect(waiting).toHaveLength(1);
});

/** Days that each do this. */
function daily(each: () => Promise<void>) {
  const job = defineJob('test-each-day');
  const due = (one: App) => sql<Date | null>`${one.clock.now()}::timestamptz`;
  return {
    handlers: [handle(job, each)],
    schedules: [{ job, cron: '0 4 * * *', due }],
    tick: async () => {},
  };
}

/** Milliseconds that the live session with the least has left. */
async function leastLeft(): Promise<number> {
  const now = unmoved(app.app.clock);
  const { rows } = await sql<{ ends: Date }>`select min(least(expires_at, unused_until)) as ends
    from sessions where ended_at is null and least(expires_at, unused_until) > ${now}`.execute(
    app.app.db.query,
  );
  return (rows[0]?.ends.getTime() ?? 0) - now.getTime();
}

test('[K25] a move that ends early leaves people logged in for as long as before', async () => {
  const maya = await app.as('maya@example.com');
  const from = app.app.clock.now();
  const before = await leastLeft();
  const leaving = new AbortController();
  let passed = 0;
  const work = daily(async () => {
    passed += 1;
    if (passed === 5) leaving.abort();
  });
  const now = await moveTime({ ...app.app, leaving }, { milliseconds: days(60) }, work);
  expect(passed).toBe(5);
  expect(now?.getTime()).toBeLessThan(from.getTime() + days(6));
  expect(Math.abs((await leastLeft()) - before)).toBeLessThan(minutes(2));
  expect((await maya.call(listSessions, {})).sessions).not.toHaveLength(0);
});

test('[K25] who uses the product while time moves is still logged in afterwards', async () => {
  const maya = await app.as('maya@example.com');
  const work = daily(async () => void (await maya.call(listSessions, {})));
  await moveTime(app.app, { milliseconds: days(30) }, work);
  expect((await maya.call(listSessions, {})).sessions).not.toHaveLength(0);
  expect(await leastLeft()).toBeGreaterThan(hours(20));
});

test('[K25] the moved time outlives a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portside-clock-'));
  const fresh = await freshDatabase(folder);
  const config = { dataFolder: folder, database: fresh.settings, seed: 'none' as const };
  const first = await openTestApp({ config });
  const { now } = await move(24 * 3, first.address);
  await first.close();
  const second = await openTestApp({ config });
  const { now: after } = await move(0, second.address);
  expect(after.getTime()).toBeGreaterThanOrEqual(now.getTime());
  await second.close();
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});
