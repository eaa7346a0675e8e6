import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openApp, signInCost } from '../app.ts';
import { No } from '../http/no.ts';
import { handedIn } from '../slices.ts';
import { migratedDatabase } from '../testing/fresh-database.ts';
import { testAppConfig, testCost } from '../testing/test-app.ts';
import { hashPassword, passwordHolds } from './password.ts';

const app = { signInCost };
const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));

test('a flood of logins is turned away at once, and whoever waits already is served', async () => {
  // How many may wait does not depend on what each costs.
  const cheap = { signInCost: testCost };
  const stored = await hashPassword(cheap, 'Harbor1!');
  const flood = Array.from({ length: 500 }, () => passwordHolds(cheap, stored, 'Harbor1!'));
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
  expect(await passwordHolds(cheap, stored, 'Wrong1!')).toBe(false);
});

test('a message of the thread that is no answer is not taken for one', async () => {
  const stored = await hashPassword(app, 'Harbor1!');
  const login = passwordHolds(app, stored, 'Harbor1!');
  // As a watching Node does from within the thread.
  const strange: unknown[] = [{ 'watch:import': ['file:///a.ts'] }, { id: 0, holds: false }];
  for (const thread of threads) {
    for (const message of strange) thread.emit('message', message);
  }
  expect(await login).toBe(true);
});

test('a thread that ends fails the one login it was at, or none; whoever comes next is served by another', async () => {
  const stored = await hashPassword(app, 'Harbor1!');
  const logins = Array.from({ length: 12 }, () => passwordHolds(app, stored, 'Harbor1!'));
  const outcomes = Promise.allSettled(logins);
  const atWork = threads.length;
  await Promise.all(threads.map((thread) => thread.terminate()));
  const failed = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThanOrEqual(atWork);
  // One that ends while nobody logs in fails nobody.
  await Promise.all(threads.map((thread) => thread.terminate()));
  expect(await passwordHolds(app, stored, 'Harbor1!')).toBe(true);
});

test('the product itself pays the whole cost of a password, with nothing to turn it down', async () => {
  expect(await hashPassword(app, 'Harbor1!')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const database = await migratedDatabase();
  const product = await openApp(testAppConfig(database.settings), handedIn);
  expect(product.signInCost).toEqual({ memoryCost: 19_456, timeCost: 2, floorMs: 250 });
  await product.close();
  await database.drop();
});
