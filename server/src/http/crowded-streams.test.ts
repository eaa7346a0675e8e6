import { eventsPath } from '@portside/contract/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harbor } from '../testing/caller.ts';
import { behindProxy, newMid } from '../testing/networks.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
const leaving = new AbortController();
beforeAll(async () => {
  app = await openTestApp({ config: behindProxy });
});
afterAll(async () => {
  leaving.abort();
  await app.close();
});

/** Held, or the browser part of this process would close what nobody reads. */
const answers: Response[] = [];

async function open(headers: Record<string, string>): Promise<number> {
  const answer = await app.fetch(eventsPath, {
    headers: { ...harbor, ...headers },
    signal: leaving.signal,
  });
  answers.push(answer);
  return answer.status;
}

test('one IPv6 network has so many anonymous streams, however many addresses and browser ids it has', async () => {
  for (let at = 0; at < 200; at += 1) {
    const status = await open({
      'x-mid': await newMid(app),
      'x-forwarded-for': `2001:db8:0:1::${at.toString(16)}`,
    });
    expect(status, String(at)).toBe(200);
  }
  const mid = await newMid(app);
  expect(await open({ 'x-mid': mid, 'x-forwarded-for': '2001:db8:0:1:ffff::1' })).toBe(429);
  expect(await open({ 'x-mid': mid, 'x-forwarded-for': '2001:db8:0:2::1' })).toBe(200);
});

test('a session has a few streams, however many browser ids are sent with it', async () => {
  const { token } = await newcomer(app);
  const authorization = `Bearer ${token}`;
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    statuses.push(await open({ authorization, 'x-mid': await newMid(app) }));
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  // Another customer in the same network is not told to wait.
  const other = await newcomer(app);
  expect(await open({ authorization: `Bearer ${other.token}` })).toBe(200);
});
