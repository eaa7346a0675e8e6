import { readFile } from 'node:fs/promises';
import { listPlans, viewPlan } from '@portside/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../clock.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { importPlans } from './plans.ts';

let app: TestApp;
let file: { id: string; retailPrice: number }[];
beforeAll(async () => {
  app = await openTestApp();
  const path = new URL('../../../brands/harbor/plans.json', import.meta.url);
  file = (JSON.parse(await readFile(path, 'utf8')) as { plans: typeof file }).plans;
});
afterAll(() => app.close());

const priced = (retailPrice: number) =>
  file.map((plan, at) => (at === 0 ? { ...plan, retailPrice } : plan));
const firstPrice = async () =>
  (await app.anyone.call(listPlans, {})).plans.find(({ id }) => id === file[0]?.id)?.retailPrice;

test('a new price is on the list at once in the process that made it', async () => {
  await firstPrice();
  await importPlans(app.app, 6, priced(11.5));
  expect(await firstPrice()).toBe(11.5);
});

test('a price changed by another process is on the list two seconds later, and true where it is bought', async () => {
  const before = await firstPrice();
  const anotherProcess = { ...app.app, jobs: { ...app.app.jobs } };
  await importPlans(anotherProcess, 6, priced(12.5));
  expect(await firstPrice()).toBe(before);
  const { retailPrice } = await app.anyone.call(viewPlan, { id: file[0]?.id ?? '' });
  expect(retailPrice).toBe(12.5);
  app.clock.move(seconds(2));
  expect(await firstPrice()).toBe(12.5);
});
