import { listPlans } from '@portside/contract/plans';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { examine } from '../operator/doctor.ts';
import { openTestApp } from '../testing/test-app.ts';
import { stockEmptyShops } from './plans.ts';

const openEmpty = async () => {
  const app = await openTestApp({ config: { seed: 'none' } });
  onTestFinished(() => app.close());
  return app;
};

test('[M11] a first start puts the plans of each brand’s folder on sale, and several at once do no harm', async () => {
  const app = await openEmpty();
  const { plans } = await app.anyone.call(listPlans, {});
  expect(plans.length).toBeGreaterThan(0);
  const { query } = app.app.db;
  const tenants = app.app.brands.all.map(({ client }) => client.mvnoId);
  const { rows } = await sql<{ tenant_id: number }>`
    select distinct tenant_id from plans order by tenant_id`.execute(query);
  expect(rows.map((row) => row.tenant_id)).toEqual(tenants.toSorted((a, b) => a - b));
  await sql`delete from plans`.execute(query);
  await Promise.all([1, 2, 3].map(() => stockEmptyShops(app.app)));
  expect((await app.anyone.call(listPlans, {})).plans).toEqual(plans);
});

test('[M11] a shop that an operator emptied stays empty at the next start, and the doctor says so', async () => {
  const app = await openEmpty();
  const [brand] = app.app.brands.all;
  const about = `plans of ${brand?.id}`;
  await sql`update plans set on_sale = false where tenant_id = ${brand?.client.mvnoId}`.execute(
    app.app.db.query,
  );
  await stockEmptyShops(app.app);
  const found = await examine(app.app);
  expect(found.find((one) => one.about === about)).toMatchObject({
    fine: false,
    text: 'none on sale: the shop is empty',
  });
  const others = found.filter((one) => one.about.startsWith('plans of ') && one.about !== about);
  expect(others.map((one) => one.fine)).toEqual([true]);
});
