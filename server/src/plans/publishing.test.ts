import {
  addPlan,
  holdPlan,
  publishPlan,
  takePlanOff,
  savePlan,
  viewStaffPlan,
} from '@portside/contract/console/plans';
import { listLabels, listPlans } from '@portside/contract/plans';
import { sql } from 'kysely';
import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import { hours } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { clearPlanCache } from './plan-cache.ts';
import { publishDue } from './publishing.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  admin = await app.staff('admin');
});
afterAll(() => app.close());

const view = (id: string) => admin.call(viewStaffPlan, { id });
const inShop = async (id: string) =>
  (await app.anyone.call(listPlans, {})).plans.find((one) => one.id === id);

async function save(id: string, wish: object) {
  const { plan } = await view(id);
  const { isDraft: _draft, state: _state, publishesAt: _at, ...edited } = plan;
  return admin.call(savePlan, { ...edited, ...wish });
}

/** By an earlier version, which asked less of a label. */
const keptBefore = (id: string, label: object) =>
  sql`update plans set label = label || ${JSON.stringify(label)}::jsonb
    where tenant_id = 6 and id = ${id}`.execute(app.app.db.query);

/** On the clock of the shop, in New York. */
const shopClock = (ahead: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(new Date(app.clock.now().getTime() + ahead))
    .replace(' ', 'T');

async function hoursLater(count: number) {
  app.clock.move(hours(count));
  await publishDue(app.app);
}

test('[L10] before it is published a plan is seen as the shop will show it, in each language, with its label', async () => {
  const id = 'skiff-2';
  const { plan } = await view(id);
  const label = plan.label && { ...plan.label, includedData: '3 GB of data' };
  const labelInSpanish = { includedData: '3 GB', additionalData: 'Después, más lento' };
  await save(id, { retailName: 'Skiff 3 GB', label, labelInSpanish });
  const { preview } = await view(id);
  expect(preview).toMatchObject([
    { language: 'en', plan: { retailName: 'Skiff 3 GB' }, label: { includedData: '3 GB of data' } },
    { language: 'es', plan: { retailName: 'Skiff 3 GB' }, label: { includedData: '3 GB' } },
  ]);
  expect((await inShop(id))?.retailName).toBe('Skiff 2 GB');
  const { version } = (await view(id)).plan;
  await admin.call(publishPlan, { id, version });
  const shop = await inShop(id);
  const [english] = (await view(id)).preview;
  expect(english?.plan).toEqual(shop);
  const { labels } = await app.anyone.call(listLabels, {});
  expect(english?.label).toEqual(labels.find(({ planId }) => planId === id));
});

test('[L10] a version says row by row, in words, what it changed of the label', async () => {
  const id = 'sloop-12';
  const before = {
    introductory: { months: 3, priceAfter: 31.5 },
    contract: { months: 12, url: 'https://harbor.example/contract' },
    monthlyFees: [{ name: 'Line fee', amount: 1.5 }],
    oneTimeFees: [
      { name: 'SIM card', amount: 5 },
      { name: 'Delivery', amount: 2 },
    ],
    earlyTerminationFee: 35,
  };
  await keptBefore(id, before);
  const { plan } = await view(id);
  const { label } = plan;
  if (!label) throw new Error('The plan has no label');
  expect(label).toMatchObject(before);
  const changed: typeof label = {
    uniquePlanId: `${label.uniquePlanId.slice(0, -1)}Z`,
    introductory: null,
    contract: { months: 0 },
    monthlyFees: [],
    oneTimeFees: [{ name: 'SIM card', amount: 0 }],
    earlyTerminationFee: 0,
    governmentTaxes: label.governmentTaxes === 'varies' ? 'included' : 'varies',
    discountsUrl: '/deals',
    speeds: label.speeds.map((one) => ({
      generation: one.generation,
      download: `${one.download}!`,
      upload: `${one.upload}!`,
      latency: `${one.latency}!`,
    })),
    includedData: '13 GB',
    additionalData: 'Slower after that',
    networkManagementUrl: '/network',
    privacyUrl: '/private',
  };
  // Each field is another one, so that none can be left out of what is told.
  for (const key of Object.keys(label) as (keyof typeof label)[]) {
    expect(changed[key], key).not.toEqual(label[key]);
  }
  const rowsAfter = async (wish: object) => {
    await save(id, wish);
    return (await view(id)).versions[0]?.changes ?? [];
  };
  const rows = await rowsAfter({ label: changed });
  expect(rows).toEqual(
    expect.arrayContaining([
      { what: 'Plan identifier', from: label.uniquePlanId, to: changed.uniquePlanId },
      { what: 'Months of an introductory price', from: '3', to: '' },
      { what: 'Price after the introductory one', from: '$31.50', to: '' },
      { what: 'Months of a contract', from: '12', to: '' },
      { what: 'Address of the contract’s terms', from: 'https://harbor.example/contract', to: '' },
      { what: 'Monthly fees', from: 'Line fee: $1.50', to: '' },
      {
        what: 'One-time fees',
        from: 'SIM card: $5.00\nDelivery: $2.00',
        to: 'SIM card: $0.00',
      },
      { what: 'Early termination fee', from: '$35.00', to: '$0.00' },
      { what: 'Government taxes', from: 'vary by place', to: 'included' },
      { what: 'Page about discounts', from: label.discountsUrl, to: '/deals' },
      { what: 'Data included', from: label.includedData, to: '13 GB' },
      { what: 'What more data costs', from: label.additionalData, to: 'Slower after that' },
      { what: 'Page about network management', from: label.networkManagementUrl, to: '/network' },
      { what: 'Page about privacy', from: label.privacyUrl, to: '/private' },
      ...label.speeds.flatMap(({ generation, ...speed }) =>
        (['download', 'upload', 'latency'] as const).map((part) => ({
          what: `${generation}, ${part}`,
          from: speed[part],
          to: `${speed[part]}!`,
        })),
      ),
    ]),
  );
  expect(rows).toHaveLength(14 + 3 * label.speeds.length);
  // One digit is one row.
  expect(await rowsAfter({ label: { ...changed, includedData: '14 GB' } })).toEqual([
    { what: 'Data included', from: '13 GB', to: '14 GB' },
  ]);
  await save(id, { label: changed });
  expect(
    await rowsAfter({ labelInSpanish: { includedData: '13 GB', additionalData: 'Más lento' } }),
  ).toEqual(
    [
      {
        what: 'What more data costs, in Spanish',
        from: plan.labelInSpanish?.additionalData ?? '',
        to: 'Más lento',
      },
      { what: 'Data included, in Spanish', from: plan.labelInSpanish?.includedData, to: '13 GB' },
    ].toReversed(),
  );
});

test('[L10] a label’s links lead to pages: none of them runs anything in a customer’s browser', async () => {
  const { plan } = await view('skiff-2');
  const { label } = plan;
  if (!label) throw new Error('The plan has no label');
  const bad = ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', '//evil.example'];
  for (const url of [...bad, '/\\evil.example', '/\t/evil.example', 'faq', 'https://']) {
    for (const field of ['discountsUrl', 'networkManagementUrl', 'privacyUrl'] as const) {
      const { problem } = await admin.refusal(savePlan, {
        ...plan,
        label: { ...label, [field]: url },
      });
      expect(problem.errors?.[0]?.field, `${field} ${url}`).toBe(field);
    }
  }
  const contract = { months: 0, url: bad[0] ?? '' };
  const { problem } = await admin.refusal(savePlan, { ...plan, label: { ...label, contract } });
  expect(problem.errors?.[0]?.field).toBe('url');
  const outside = 'https://harbor.example/deals?of=all#now';
  await save('skiff-2', { label: { ...label, discountsUrl: outside } });
  await save('skiff-2', { label });
});

test('[L10] a label’s amounts are dollars and cents of a phone plan, its months those of a contract', async () => {
  const { plan } = await view('skiff-2');
  const { label } = plan;
  if (!label) throw new Error('The plan has no label');
  const fee = (amount: number) => [{ name: 'A fee', amount }];
  for (const wrong of [
    { earlyTerminationFee: 1e308 },
    { earlyTerminationFee: 0.001 },
    { monthlyFees: fee(1e21) },
    { oneTimeFees: Array.from({ length: 21 }, () => fee(0)).flat() },
    { contract: { months: 1e15 } },
    { speeds: Array.from({ length: 4 }, () => label.speeds).flat() },
  ]) {
    const { problem } = await admin.refusal(savePlan, { ...plan, label: { ...label, ...wrong } });
    expect(problem.code, JSON.stringify(wrong).slice(0, 60)).toBe('invalid');
  }
});

test('[L10] a label says what is charged: a price, contract or fee of its own is refused in words', async () => {
  const { plan } = await view('skiff-2');
  const { label } = plan;
  if (!label) throw new Error('The plan has no label');
  const fee = [{ name: 'Line fee', amount: 1.5 }];
  for (const [wrong, said] of [
    [{ introductory: { months: 3, priceAfter: 31.5 } }, /Each renewal charges the plan’s price/],
    [{ contract: { months: 12 } }, /No line has a contract/],
    [{ monthlyFees: fee }, /Each renewal charges the brand’s fee/],
    [{ oneTimeFees: fee }, /activation fee alone is charged once/],
    [{ earlyTerminationFee: 35 }, /Nothing is charged for leaving/],
  ] as const) {
    const refusal = await admin.refusal(savePlan, { ...plan, label: { ...label, ...wrong } });
    expect(refusal.status).toBe(400);
    expect(refusal.problem.errors?.map(({ message }) => message)).toEqual([
      expect.stringMatching(said),
    ]);
  }
});

test('[L10] a label that an earlier version kept is shown as what is charged', async () => {
  const id = 'frigate-unlimited-plus';
  await keptBefore(id, {
    introductory: { months: 3, priceAfter: 31.5 },
    contract: { months: 12, url: 'https://harbor.example/contract' },
    monthlyFees: [{ name: 'Line fee', amount: 1.5 }],
    oneTimeFees: [
      { name: 'SIM card', amount: 0 },
      { name: 'Delivery', amount: 2 },
    ],
    earlyTerminationFee: 35,
  });
  clearPlanCache(app.app, 6);
  const { labels } = await app.anyone.call(listLabels, {});
  const label = labels.find(({ planId }) => planId === id);
  expect(label).toMatchObject({
    introductory: null,
    contract: { months: 0 },
    monthlyFees: [{ name: 'Regulatory fee', amount: 1.49 }],
    earlyTerminationFee: 0,
  });
  expect(label?.contract).not.toHaveProperty('url');
  expect(label?.oneTimeFees).toContainEqual({ name: 'SIM card', amount: 0 });
  expect(label?.oneTimeFees.map(({ name }) => name)).not.toContain('Delivery');
  expect((await view(id)).label).toEqual(label);
});

test('[L10] a draft is published at its time, by the shop’s clock, and not before', async () => {
  const id = 'sloop-12';
  const { version } = await save(id, { retailName: 'Sloop twelve' });
  const at = shopClock(hours(5));
  const { message } = await admin.call(publishPlan, { id, version, at });
  expect(message).toContain('Sloop twelve will be published on');
  expect((await view(id)).plan).toMatchObject({ isDraft: true, publishesAt: expect.any(String) });
  await hoursLater(4);
  expect((await inShop(id))?.retailName).toBe('Sloop 12 GB');
  await hoursLater(1.1);
  await app.eventually(async () => (await inShop(id))?.retailName === 'Sloop twelve' || undefined);
  admin = await app.staff('admin');
  const { plan, versions } = await view(id);
  expect(plan).toMatchObject({ isDraft: false, publishesAt: null });
  expect(versions[0]?.publishedBy).toBe(versions[0]?.savedBy);
});

test('[L10] a time is taken back by hand, and by a newer draft; one that is over is refused', async () => {
  const id = 'clipper-unlimited';
  const first = await save(id, { retailName: 'Clipper one' });
  const past = await admin.refusal(publishPlan, { id, ...first, at: shopClock(-hours(1)) });
  expect(past.problem).toMatchObject({ reason: 'too_early', errors: [{ field: 'at' }] });
  const none = await admin.refusal(publishPlan, { id, ...first, at: '2090-02-30T00:00' });
  expect(none.problem.errors).toMatchObject([{ field: 'at', message: 'There is no such day.' }]);
  const wrong = { id, version: first.version, at: '2026-13-45T10:00' };
  expect((await admin.refusal(publishPlan, wrong)).status).toBe(400);
  const at = shopClock(hours(2));
  await admin.call(publishPlan, { id, version: first.version, at });
  await admin.call(holdPlan, { id, version: first.version });
  expect((await view(id)).plan.publishesAt).toBeNull();
  await admin.call(publishPlan, { id, version: first.version, at });
  await save(id, { retailName: 'Clipper two' });
  expect((await view(id)).plan.publishesAt).toBeNull();
  await hoursLater(3);
  expect((await inShop(id))?.retailName).toMatch(/^Clipper (?!one|two)/);
});

test('[L10] a plan that is taken off sale is not published at the time of its draft, and nothing is due', async () => {
  const id = 'sloop-12';
  const { version } = await save(id, { retailName: 'Sloop off' });
  await admin.call(publishPlan, { id, version, at: shopClock(hours(2)) });
  await admin.call(takePlanOff, { id, version });
  const due = await sql`select from plan_versions where publish_at is not null`.execute(
    app.app.db.query,
  );
  expect(due.rows).toHaveLength(0);
  await hoursLater(3);
  admin = await app.staff('admin');
  expect(await inShop(id)).toBeUndefined();
  const { plan } = await view(id);
  await admin.call(publishPlan, { id, version: plan.version });
});

test('[L10] what came to be missing until then is said on the plan’s page, and nothing is published', async () => {
  const id = 'clipper-unlimited';
  const { version } = await save(id, { retailName: 'Clipper three' });
  await admin.call(publishPlan, { id, version, at: shopClock(hours(2)) });
  const { plan } = await view('sloop-12');
  // Meanwhile another plan gets its identifier.
  const label = (await view(id)).plan.label;
  const other = await save('sloop-12', { label: label ?? plan.label });
  const twice = await admin.refusal(publishPlan, { id: 'sloop-12', version: other.version });
  expect(twice.problem).toMatchObject({
    reason: 'incomplete',
    missing: ['The label’s plan identifier is another plan’s.'],
  });
  await app.app.db.transaction(async (tx) => {
    await sql`update plans set label = (select label from plans where id = ${id})
      where id = 'sloop-12'`.execute(tx);
  });
  await hoursLater(3);
  admin = await app.staff('admin');
  expect(await view(id)).toMatchObject({
    publishFailed: 'Something was missing.',
    plan: { isDraft: true, publishesAt: null },
  });
  expect((await inShop(id))?.retailName).not.toBe('Clipper three');
});

test('[L10] a new plan begins as a copy, off sale, and is sold once it has what the law asks for', async () => {
  const made = { id: 'dinghy-1', copyOf: 'skiff-2', retailName: 'Dinghy 1 GB', dataGb: 1 };
  await admin.call(addPlan, made);
  expect((await admin.refusal(addPlan, made)).problem.reason).toBe('id_taken');
  const none = await admin.refusal(addPlan, { ...made, id: 'dinghy-2', copyOf: 'no-such' });
  expect(none.problem.reason).toBe('no_such_plan');
  for (const dataGb of [1e-9, 1e308]) {
    const odd = await admin.refusal(addPlan, { ...made, id: 'dinghy-3', dataGb });
    expect(odd.problem.errors).toMatchObject([{ field: 'dataGb' }]);
  }
  expect(await inShop(made.id)).toBeUndefined();
  const { plan, missing } = await view(made.id);
  expect(plan).toMatchObject({ state: 'off_sale', isDraft: true, version: 1 });
  expect(missing).toEqual(['The label’s plan identifier is another plan’s.']);
  const label = plan.label && {
    ...plan.label,
    uniquePlanId: 'M0012345678DINGHY02600001'.padEnd(26, '0'),
  };
  const { version } = await save(made.id, { label });
  await admin.call(publishPlan, { id: made.id, version });
  expect(await inShop(made.id)).toMatchObject({ retailName: 'Dinghy 1 GB', dataGb: 1 });
});
