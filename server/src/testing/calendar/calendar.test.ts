import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, seconds } from '../../clock.ts';
import { calendar } from './of-all.ts';
import { openStage, type Stage } from './stage.ts';

const STEP = seconds(1);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.test.close());

test.each(Object.entries(calendar))('%s: not a second sooner or later', async (_, one) => {
  const begins = stage.now();
  const isOver = await one.begin(stage);
  stage.set(later(begins, one.lasts - STEP));
  expect(await isOver()).toBe(false);
  stage.set(later(begins, one.lasts + STEP));
  expect(await isOver()).toBe(true);
});
