import { brandSettings } from '@portside/contract/brand';
import { listLabels, listPlans } from '@portside/contract/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlans, listLabels as labelsOf, plansOnSale as plansOf } from './plans.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
});
afterAll(() => app.close());

test('every plan on sale has a Broadband Facts label with the price and the fees it is sold at', async () => {
  const { plans } = await app.anyone.call(listPlans, {});
  const { labels } = await app.anyone.call(listLabels, {});
  expect(labels.map((one) => one.planId)).toEqual(plans.map((one) => one.id));
  for (const [at, label] of labels.entries()) {
    expect(label).toMatchObject({
      provider: 'Harbor Mobile, Inc.',
      planName: plans[at]?.retailName,
      monthlyPrice: plans[at]?.retailPrice,
      supportPhone: '(212) 555-0100',
    });
    expect(label.monthlyFees).toContainEqual({ name: 'Regulatory fee', amount: 1.49 });
  }
});

test('the labels are a file for programs, one plan a line', async () => {
  const csv = await app.fetch('/broadband-facts.csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [names = '', ...rows] = (await csv.text()).trim().split('\r\n');
  expect(names.split(',').slice(0, 5)).toEqual([
    'provider_name',
    'unique_plan_id',
    'plan_name',
    'service_type',
    'monthly_price',
  ]);
  expect(rows).toHaveLength(6);
  const records = (await (await app.fetch('/broadband-facts.json')).json()) as object[];
  expect(records[2]).toMatchObject({
    unique_plan_id: 'M0012345678SLOOP2024000003',
    monthly_price: '25.00',
    privacy_policy_url: 'http://127.0.0.1/privacy-policy',
  });
});

test('what a brand or its plans are called is no formula in the file', async () => {
  const brand = app.app.brands.byTenant(6);
  const { company } = brand;
  Object.assign(brand, { company: '=HYPERLINK("http://bad.example")' });
  try {
    const [, row = ''] = (await (await app.fetch('/broadband-facts.csv')).text()).split('\r\n');
    expect(row).toMatch(/^"'=HYPERLINK\(""http/);
  } finally {
    Object.assign(brand, { company });
  }
});

test('what a plan gives is told for the comparison, in the reader’s language', async () => {
  const { plans } = await app.anyone.call(listPlans, {});
  expect(plans.find(({ id }) => id === 'cutter-25')?.terms).toEqual({
    slowedTo: '512 kbps',
    hotspot: '10 GB',
    roaming: '1 GB in Canada, Mexico',
    talk: 'US, Canada, Mexico',
  });
  const [first] = await plansOf(app.app, 6, 'es');
  expect(first?.terms).toEqual({ ...plans[0]?.terms, talk: 'EE. UU.' });
});

test('labels stand open unless the brand’s duties say that they may be folded', async () => {
  expect((await app.anyone.call(listLabels, {})).open).toBe(true);
  const { duties } = app.app.brands.byTenant(6);
  const { openLabels: _held, ...others } = duties;
  expect(brandSettings.shape.duties.parse(others).openLabels).toBe(true);
  duties.openLabels = false;
  expect((await app.anyone.call(listLabels, {})).open).toBe(false);
  duties.openLabels = true;
});

test('where the duty is off there are no labels', async () => {
  const brand = app.app.brands.byTenant(6);
  const duties = { ...brand.duties, broadbandLabels: false };
  const visitor = { tenant: 6, brand: { ...brand, duties }, language: 'en' };
  expect((await labelsOf(app.app, visitor)).labels).toEqual([]);
});

test('a plan without a complete label is not put on sale, and what is missing is named', async () => {
  const before = await app.anyone.call(listPlans, {});
  const plan = {
    id: 'raft-1',
    nickname: 'Raft',
    retailName: 'Raft 1 GB',
    retailDescription: '1 GB',
    retailPrice: 8,
    flag: 1,
    dataGb: 1,
  };
  await expect(importPlans(app.app, 6, [plan])).rejects.toThrow('plan raft-1: label is missing');
  const label = { uniquePlanId: 'M1', speeds: [] };
  const wrong = importPlans(app.app, 6, [{ ...plan, label }]);
  await expect(wrong).rejects.toThrow('plan raft-1: label.uniquePlanId');
  await expect(wrong).rejects.toThrow('plan raft-1: label.includedData');
  expect(await app.anyone.call(listPlans, {})).toEqual(before);
});
