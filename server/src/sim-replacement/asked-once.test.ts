import { replaceSim } from '@portside/contract/sim-replacement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { afterTheWait, withOpenSim } from '../testing/new-sim.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const asked: string[] = [];
let looks = 0;
let app: TestApp;
beforeAll(async () => {
  const counting = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    changeSim(change) {
      asked.push(change.key);
      return carrier.changeSim(change);
    },
    findSimChange(known) {
      looks += 1;
      return carrier.findSimChange(known);
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: counting(opened.carrier) }) },
  });
});
afterAll(() => app.close());

test('[K14] a carrier that has taken a new SIM is not asked for it again, only how it stands', async () => {
  const { noa, line } = await withOpenSim(app);
  await noa.call(replaceSim, { id: line.id, simType: 'esim' });
  await afterTheWait(app, noa, line.id);
  expect(asked).toHaveLength(1);
  expect(looks).toBeGreaterThan(0);
});
