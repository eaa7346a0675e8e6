import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { No } from '../http/no.ts';
import { hashPassword, passwordHolds } from './password.ts';

const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));

test('a flood of logins is turned away at once, and whoever waits already is served', async () => {
  const stored = await hashPassword('Harbor1!');
  const flood = Array.from({ length: 500 }, () => passwordHolds(stored, 'Harbor1!'));
  const outcomes = await Promise.allSettled(flood);
  const served = outcomes.filter((one) => one.status === 'fulfilled');
  const away = outcomes.filter((one) => one.status === 'rejected');
  expect(served.every((one) => one.value)).toBe(true);
  expect(served.length).toBeGreaterThan(80);
  expect(away.length).toBeGreaterThan(0);
  for (const { reason } of away) {
    expect(reason).toBeInstanceOf(No);
    expect(reason).toMatchObject({ code: 'too_often', retryAfter: 3 });
  }
  // The crowd is gone: the next one is served again.
  expect(await passwordHolds(stored, 'Wrong1!')).toBe(false);
});

test('a thread that ends fails the one login it was at, or none; whoever comes next is served by another', async () => {
  const stored = await hashPassword('Harbor1!');
  const logins = Array.from({ length: 12 }, () => passwordHolds(stored, 'Harbor1!'));
  const outcomes = Promise.allSettled(logins);
  const atWork = threads.length;
  await Promise.all(threads.map((thread) => thread.terminate()));
  const failed = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThanOrEqual(atWork);
  // One that ends while nobody logs in fails nobody.
  await Promise.all(threads.map((thread) => thread.terminate()));
  expect(await passwordHolds(stored, 'Harbor1!')).toBe(true);
});
