import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { countInTurn, type Counter } from './counting.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const counter = (key: string, points: number): Counter => ({ key, points, minutes: 15 });

test('whoever is stopped at a narrow limit uses up no wider one, however many try at once', async () => {
  const narrow = [counter('narrow', 2), counter('wide', 10)];
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, () => countInTurn(app.app, narrow)),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await countInTurn(app.app, [counter('wide', 10)])).toEqual([3]);
});

test('whoever is stopped at the widest one uses up no narrower one', async () => {
  const all = [counter('one', 10), counter('two', 10), counter('three', 1)];
  expect(await countInTurn(app.app, all)).toEqual([1, 1, 1]);
  await expect(countInTurn(app.app, all)).rejects.toMatchObject({ code: 'too_often' });
  await expect(countInTurn(app.app, all)).rejects.toMatchObject({ code: 'too_often' });
  expect(await countInTurn(app.app, all.slice(0, 2))).toEqual([2, 2]);
});

test('callers who share a wide limit do not wait for each other for ever', async () => {
  const tries = Array.from({ length: 40 }, (_, at) =>
    countInTurn(app.app, [counter(`own ${at % 8}`, 99), counter('shared', 99), counter('all', 99)]),
  );
  const last = (await Promise.all(tries)).map(([, shared]) => shared);
  expect(last.toSorted((a = 0, b = 0) => a - b)).toEqual(tries.map((_, at) => at + 1));
});
