import { listAudit } from '@portside/contract/console/audit';
import {
  listStaffPlans,
  publishPlan,
  savePlan,
  takePlanOff,
  viewStaffPlan,
} from '@portside/contract/console/plans';
import { listPlans } from '@portside/contract/plans';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importPlans } from '../plans/plans.ts';
import type { Caller } from '../testing/caller.ts';
import { passHours, withLine } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  admin = await app.staff('admin');
});
afterAll(() => app.close());

const found = async (id: string) => (await admin.call(viewStaffPlan, { id })).plan;
const inShop = async (id: string) =>
  (await app.anyone.call(listPlans, {})).plans.find((one) => one.id === id);
const draftOf = async (id: string, wish: object) => {
  const { retailName, retailDescription, descriptionInSpanish, retailPrice, popular, version } =
    await found(id);
  const words = { retailName, retailDescription, descriptionInSpanish };
  return { id, version, ...words, retailPrice, popular, ...wish };
};

test('[L10] [K07] a draft is not in the shop until it is published; then a higher price is told to its lines', async () => {
  const id = 'sloop-12';
  const { noa } = await withLine(app);
  const { version } = await admin.call(savePlan, await draftOf(id, { retailPrice: 27 }));
  expect(await found(id)).toMatchObject({ isDraft: true, retailPrice: 27, version });
  expect((await inShop(id))?.retailPrice).toBe(25);
  const { label } = await admin.call(viewStaffPlan, { id });
  expect(label).toMatchObject({ monthlyPrice: 27, planName: 'Sloop 12 GB' });
  const { message } = await admin.call(publishPlan, { id, version });
  expect(message).toContain('is on sale');
  expect((await inShop(id))?.retailPrice).toBe(27);
  await passHours(app, 1);
  const mail = await emailWhen(app, noa.email, /price of Sloop 12 GB goes up/);
  expect(mail.text).toContain('$27.00');
  const { versions } = await admin.call(viewStaffPlan, { id });
  expect(versions[0]).toMatchObject({
    number: version,
    publishedBy: expect.any(String),
    changes: [{ what: 'Price', from: '$25.00', to: '$27.00' }],
  });
  const { entries } = await admin.call(listAudit, {});
  expect(entries.find((one) => one.call === 'publishPlan')).toMatchObject({ about: id });
});

test('[L10] of two who edit one plan at once the second is told', async () => {
  const id = 'skiff-2';
  const draft = await draftOf(id, { retailName: 'Skiff two' });
  const both = await Promise.allSettled([
    admin.call(savePlan, draft),
    admin.call(savePlan, { ...draft, retailName: 'Skiff other' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const late = await admin.refusal(publishPlan, { id, version: draft.version });
  expect(late.problem.reason).toBe('changed_meanwhile');
});

test('[L10] publishing is refused while the label or the Spanish is missing, and says which', async () => {
  const id = 'clipper-unlimited';
  const draft = await draftOf(id, {});
  const { version } = await admin.call(savePlan, { ...draft, descriptionInSpanish: undefined });
  const no = await admin.refusal(publishPlan, { id, version });
  expect(no.problem).toMatchObject({
    reason: 'incomplete',
    missing: ['The description in Spanish is missing.'],
  });
  await sql`update plan_versions set content = jsonb_set(content, '{label}', 'null')
    where plan_id = ${id} and number = ${version}`.execute(app.app.db.query);
  const { missing } = await admin.call(viewStaffPlan, { id });
  expect(missing).toContain('The broadband label has no values.');
  expect((await admin.refusal(publishPlan, { id, version })).problem.reason).toBe('incomplete');
});

test('[L10] a plan off sale leaves the shop and comes back; an import onto edited plans is refused in words', async () => {
  const id = 'skiff-2';
  const { version } = await found(id);
  await admin.call(takePlanOff, { id, version });
  expect(await inShop(id)).toBeUndefined();
  const { plans } = await admin.call(listStaffPlans, {});
  expect(plans.find((one) => one.id === id)?.state).toBe('off_sale');
  const file = new URL('../../../brands/harbor/plans.json', import.meta.url);
  const sold: unknown = JSON.parse(await readFile(file, 'utf8'));
  await expect(importPlans(app.app, 6, sold)).rejects.toThrow(
    /Nothing was imported. The console has edited .*skiff-2/,
  );
  expect(await inShop(id)).toBeUndefined();
  await admin.call(publishPlan, { id, version: version + 1 });
  expect(await inShop(id)).toBeDefined();
});
