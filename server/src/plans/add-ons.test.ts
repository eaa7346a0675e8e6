import { listLabels, listPlans } from '@portside/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { plansFile } from '../seed/plans.ts';
import { callerAt } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { readPlans } from './plan-file.ts';
import { importPlans } from './plans.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
});
afterAll(() => app.close());

const harborFile = async () => {
  const file = await plansFile(app.app.brands.byTenant(6));
  return Array.isArray(file) ? { plans: file } : file;
};

test('[K10] the add-ons of each brand’s file are on sale with its plans', async () => {
  const { addOns } = await app.anyone.call(listPlans, {});
  expect(addOns).toEqual([
    {
      id: 'data-2',
      name: 'Extra 2 GB',
      description: '2 GB more of fast data, until your 30 days end',
      price: 6,
      megabytes: 2000,
      validity: 'period',
      recurring: false,
    },
    expect.objectContaining({ id: 'travel', price: 10, recurring: false }),
  ]);
  expect(addOns[1]).not.toHaveProperty('megabytes');
  const other = await callerAt(app.address, undefined, () => mesa).call(listPlans, {});
  expect(other.addOns.some((one) => one.recurring)).toBe(true);
  expect(other.addOns.map((one) => one.id)).not.toContain('data-2');
});

test('[K10] the label says what more data costs, as the shop does', async () => {
  const dataOf = async () => (await app.anyone.call(listLabels, {})).labels[0]?.additionalData;
  expect(await dataOf()).toBe(
    'After that 128 kbps, at no charge. More if you buy it: $6.00 for 2 GB',
  );
  const csv = await (await app.fetch('/broadband-facts.csv')).text();
  expect(csv).toContain('More if you buy it: $6.00 for 2 GB');
  const { plans } = await harborFile();
  const data = { id: 'data-2', name: 'Extra 2 GB', price: 7.5, megabytes: 2500, recurring: true };
  await importPlans(app.app, 6, { plans, addOns: [data] });
  expect(await dataOf()).toMatch(/\$7\.50 for 2\.5 GB each 30 days$/);
  await importPlans(app.app, 6, { plans, addOns: [] });
  expect(await dataOf()).toBe('After that 128 kbps, at no charge');
  await importPlans(app.app, 6, await harborFile());
});

test('[K10] plans import puts add-ons on sale; a file that does not name them leaves them as they are', async () => {
  const { plans } = await harborFile();
  const folder = await mkdtemp(join(tmpdir(), 'portside-plans-'));
  try {
    const path = join(folder, 'plans.json');
    const run = async (file: unknown) => {
      await writeFile(path, JSON.stringify(file));
      return runVerb(app.app, ['plans', 'import', path, '--brand', 'harbor']);
    };
    const idsNow = async () => (await app.anyone.call(listPlans, {})).addOns.map((one) => one.id);
    const extra = { id: 'extra-1', name: 'Extra 1 GB', price: 3, megabytes: 1000 };
    expect(await run({ plans, addOns: [extra] })).toEqual({
      fine: true,
      text: '6 plans and 1 add-ons of Harbor are on sale now.',
    });
    expect(await idsNow()).toEqual(['extra-1']);
    expect((await run(plans)).text).toBe('6 plans of Harbor are on sale now.');
    expect(await idsNow()).toEqual(['extra-1']);
    const wrong = [
      { ...extra, price: -1 },
      { ...extra, megabytes: 0.5 },
    ];
    await expect(run({ plans, addOns: wrong })).rejects.toThrow(
      /add-on extra-1: price: .+\n.*add-on extra-1: megabytes: /,
    );
    expect(await idsNow()).toEqual(['extra-1']);
  } finally {
    await rm(folder, { recursive: true });
    await importPlans(app.app, 6, await harborFile());
  }
});

test('[K10] a file with two add-ons of one id, or a label that denies what is sold, is told so', async () => {
  const brand = app.app.brands.byTenant(6);
  const { plans } = await harborFile();
  const extra = { id: 'extra-1', name: 'Extra 1 GB', price: 3, megabytes: 1000 };
  const [first] = plans as unknown as { label: object }[];
  const denies = { ...first, label: { ...first?.label, additionalData: 'Not sold: 128 kbps' } };
  const { problems } = readPlans(brand, { plans: [denies], addOns: [extra, extra] });
  expect(problems).toEqual([
    'add-on extra-1: two add-ons have this id',
    'plan skiff-2: label.additionalData: more data is sold (addOns), but this says it is not',
  ]);
  expect(readPlans(brand, { plans: [denies], addOns: [] }).problems).toEqual([]);
});
