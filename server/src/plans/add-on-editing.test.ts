import {
  addAddOn,
  holdAddOn,
  listStaffAddOns,
  publishAddOn,
  saveAddOn,
  takeAddOnOff,
  viewStaffAddOn,
} from '@portside/contract/console/add-ons';
import { listPlans } from '@portside/contract/plans';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hours, later } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { publishAddOnsDue } from './add-on-editing.ts';
import { importPlans } from './plans.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  admin = await app.staff('admin');
});
afterAll(() => app.close());

const view = (id: string) => admin.call(viewStaffAddOn, { id });
const inShop = async (id: string) =>
  (await app.anyone.call(listPlans, {})).addOns.find((one) => one.id === id);

async function save(id: string, wish: object) {
  const { name, description, descriptionInSpanish, price, version } = (await view(id)).addOn;
  const before = { id, version, name, description, descriptionInSpanish, price };
  return admin.call(saveAddOn, { ...before, ...wish });
}

const soon = (ahead: number) => later(app.clock.now(), ahead).toISOString();

test('[L10] an add-on is edited as a draft, seen as the shop will show it, and published', async () => {
  const id = 'data-2';
  const { version } = await save(id, { name: 'Two more GB', price: 7 });
  expect((await inShop(id))?.price).toBe(6);
  const { preview, versions } = await view(id);
  expect(preview.map(({ language, addOn }) => [language, addOn.name, addOn.price])).toEqual([
    ['en', 'Two more GB', 7],
    ['es', 'Two more GB', 7],
  ]);
  expect(versions[0]?.changes).toEqual([
    { what: 'Name', from: 'Extra 2 GB', to: 'Two more GB' },
    { what: 'Price', from: '$6.00', to: '$7.00' },
  ]);
  await admin.call(publishAddOn, { id, version });
  expect(await inShop(id)).toEqual(preview[0]?.addOn);
  const late = await admin.refusal(publishAddOn, { id, version: version - 1 });
  expect(late.problem.reason).toBe('changed_meanwhile');
  for (const role of ['viewer', 'agent', 'billing'] as const) {
    const other = await app.staff(role);
    expect((await other.refusal(publishAddOn, { id, version })).status).toBe(403);
    expect((await other.call(listStaffAddOns, {})).addOns.length).toBeGreaterThan(1);
  }
});

test('[L10] publishing an add-on is refused while its Spanish is missing, now and for later', async () => {
  const id = 'travel';
  const { version } = await save(id, { descriptionInSpanish: undefined });
  const missing = ['The description in Spanish is missing.'];
  expect((await view(id)).missing).toEqual(missing);
  for (const at of ['', soon(hours(1))]) {
    const no = await admin.refusal(publishAddOn, { id, version, at });
    expect(no.problem).toMatchObject({ reason: 'incomplete', missing });
  }
});

test('[L10] an add-on is published at a time, unless that was taken back', async () => {
  const id = 'travel';
  const spanish = { descriptionInSpanish: 'Para viajar' };
  const first = await save(id, { ...spanish, name: 'Travel one' });
  const early = await admin.refusal(publishAddOn, { id, ...first, at: soon(-hours(1)) });
  expect(early.problem.reason).toBe('too_early');
  await admin.call(publishAddOn, { id, version: first.version, at: soon(hours(2)) });
  await admin.call(holdAddOn, { id, version: first.version });
  app.clock.move(hours(3));
  await publishAddOnsDue(app.app);
  expect((await inShop(id))?.name).not.toBe('Travel one');
  admin = await app.staff('admin');
  await admin.call(publishAddOn, { id, version: first.version, at: soon(hours(2)) });
  app.clock.move(hours(3));
  await publishAddOnsDue(app.app);
  await app.eventually(async () => (await inShop(id))?.name === 'Travel one' || undefined);
});

test('[L10] an add-on goes off sale and comes back; a new one begins as a draft; an import of another is refused', async () => {
  const id = 'data-2';
  const { version } = (await view(id)).addOn;
  await admin.call(takeAddOnOff, { id, version });
  expect(await inShop(id)).toBeUndefined();
  const file = new URL('../../../brands/harbor/plans.json', import.meta.url);
  const sold: unknown = JSON.parse(await readFile(file, 'utf8'));
  await expect(importPlans(app.app, 6, sold)).rejects.toThrow(/has edited .*data-2/);
  await admin.call(publishAddOn, { id, version: version + 1 });
  expect(await inShop(id)).toBeDefined();

  const made = {
    id: 'data-10',
    name: 'Extra 10 GB',
    description: '10 GB more, until your 30 days end',
    descriptionInSpanish: '10 GB más, hasta que terminen sus 30 días',
    price: 20,
    megabytes: 10_000,
    recurring: false,
  };
  await admin.call(addAddOn, made);
  expect((await admin.refusal(addAddOn, made)).problem.reason).toBe('id_taken');
  expect(await inShop(made.id)).toBeUndefined();
  await admin.call(publishAddOn, { id: made.id, version: 1 });
  expect(await inShop(made.id)).toMatchObject({ price: 20, megabytes: 10_000 });
});
