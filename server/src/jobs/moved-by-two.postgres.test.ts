import { demoPassword } from '@portside/contract/demo-people';
import { listSessions } from '@portside/contract/sessions';
import { login } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, hours, later } from '../clock.ts';
import { callerAt } from '../testing/caller.ts';
import { openSecondProcess, type SecondProcess } from '../testing/second-process.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let second: SecondProcess;
beforeAll(async () => {
  app = await openTestApp();
  second = await openSecondProcess(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

async function move(at: string, asked: object): Promise<Date> {
  const answer = await fetch(`${at}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  expect(answer.status).toBe(200);
  return new Date(((await answer.json()) as { now: string }).now);
}

test('[K25] two processes that are asked for the same moment at once move time there once', async () => {
  const until = later(app.app.clock.now(), days(9)).toISOString();
  const both = [app.address, second.address, app.address, second.address];
  for (const now of await Promise.all(both.map((at) => move(at, { until })))) {
    expect(now.getTime()).toBeGreaterThanOrEqual(Date.parse(until));
    expect(now.getTime()).toBeLessThan(Date.parse(until) + hours(1));
  }
});

test('[K25] hours that are asked for at one process and then at another are added up', async () => {
  const from = app.app.clock.now();
  await move(app.address, { hours: 30 });
  const now = await move(second.address, { hours: 30 });
  expect(now.getTime()).toBeGreaterThanOrEqual(later(from, hours(60)).getTime());
  expect(now.getTime()).toBeLessThan(later(from, hours(61)).getTime());
});

test('[K25] who calls another process while time moves is still logged in afterwards', async () => {
  const email = 'maya@example.com';
  const { token } = await app.anyone.call(login, { email, password: demoPassword });
  const there = callerAt(second.address, token);
  const over = new AbortController();
  const moved = move(app.address, { hours: 24 * 30 }).finally(() => over.abort());
  while (!over.signal.aborted) await there.call(listSessions, {});
  await moved;
  expect((await app.with(token).call(listSessions, {})).sessions).not.toHaveLength(0);
  expect((await there.call(listSessions, {})).sessions).not.toHaveLength(0);
});
