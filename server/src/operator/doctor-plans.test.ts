import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GigsBrand, openGigsBrand } from '../testing/gigs/brand.ts';
import { plansFindings } from './doctor-plans.ts';

let gigs: GigsBrand;
beforeAll(async () => {
  gigs = await openGigsBrand();
});
afterAll(() => gigs.close());

const rowOf = async (brand: string, patienceMs = 10_000) => {
  const found = await plansFindings(gigs.app.app, patienceMs);
  return found.find(({ about }) => about === `plans of ${brand}`);
};

test('[M11] the doctor asks the carrier for each plan on sale, and names those it does not sell', async () => {
  expect(await rowOf('harbor')).toMatchObject({
    fine: true,
    text: expect.stringMatching(/^\d+ on sale$/),
  });
  const sold = await rowOf('mesa');
  expect(sold).toMatchObject({
    fine: true,
    text: expect.stringMatching(/^\d+ on sale, and gigs sells each$/),
  });

  const { plans } = gigs.project.has;
  const [archived, ...rest] = plans.splice(0);
  const [gone, ...others] = rest.filter(({ id }) => id !== archived?.id);
  plans.push(...others);
  if (archived) plans.push({ ...archived, status: 'archived' });
  expect(await rowOf('mesa')).toMatchObject({
    fine: false,
    text: expect.stringMatching(/but gigs does not sell /),
    todo: expect.stringContaining('carrierPlanId in brands/mesa/plans.json'),
  });
  const { text = '' } = (await rowOf('mesa')) ?? {};
  for (const one of [archived, gone]) expect(text).toContain(one?.id);
  for (const one of others) expect(text).not.toContain(one.id);
});

test('[M11] the name that a plan has at the carrier is the one that is asked for', async () => {
  const { app, project } = gigs;
  project.addPlan('pln_theirs');
  await sql`update plans set carrier_plan_id = case id
      when (select min(id) from plans where tenant_id = 7) then 'pln_nobodys' else 'pln_theirs' end
    where tenant_id = 7`.execute(app.app.db.query);
  app.clock.move(5000);
  const row = await rowOf('mesa');
  expect(row?.text).toMatch(
    /does not sell [\w-]+ \(there pln_nobodys\): a line with such a plan waits$/,
  );
});

test('[M11] a carrier that is down does not hide that plans are on sale', async () => {
  await gigs.server.close();
  expect(await rowOf('mesa')).toMatchObject({
    fine: false,
    text: expect.stringMatching(/^\d+ on sale; gigs could not be asked about them: /),
  });
});
