import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOtherSessions, listSessions } from '@portside/contract/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../adapter-settings.ts';
import type { App } from '../app.ts';
import { days, hours, later } from '../clock.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { defineJob, handle } from './jobs.ts';
import { moveTime } from './moving-time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function move(count: unknown, at = app.address) {
  const answer = await fetch(`${at}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hours: count }),
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
      { job: daily, cron: '0 4 * * *' },
      {
        job: due,
        cron: '* * * * *',
        due: async () => waiting.toSorted((a, b) => a.getTime() - b.getTime())[0],
      },
    ],
    tick: async () => {},
    moved: async () => {},
  };
  await moveTime(app.app, days(3), work);
  const dues = seen.filter(([name]) => name === 'due').map(([, at]) => at.getTime());
  expect(dues).toHaveLength(2);
  [30, 60].forEach((late, index) => {
    expect(dues[index]).toBeGreaterThanOrEqual(later(from, hours(late)).getTime());
    expect(dues[index]).toBeLessThan(later(from, hours(late + 1)).getTime());
  });
  const mornings = seen.filter(([name]) => name === 'daily');
  expect(mornings.map(([, at]) => at.getUTCHours())).toEqual([4, 4, 4]);
  expect(seen.map(([, at]) => at.getTime())).toEqual(
    seen.map(([, at]) => at.getTime()).toSorted((a, b) => a - b),
  );
  expect(waiting).toHaveLength(1);
});

test('[K25] the moved time outlives a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portside-clock-'));
  const config = {
    dataFolder: folder,
    database: {
      kind: 'pglite',
      folder,
    } as const,
    seed: 'none' as const,
  };
  const first = await openTestApp({ config });
  const { now } = await move(24 * 3, first.address);
  await first.close();
  const second = await openTestApp({ config });
  const { now: after } = await move(0, second.address);
  expect(after.getTime()).toBeGreaterThanOrEqual(now.getTime());
  await second.close();
  await rm(folder, { recursive: true });
});
