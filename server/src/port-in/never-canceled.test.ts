import { viewPortIn } from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutCapabilities } from '../adapters/carrier/carrier-can.ts';
import { bring, portInWhen } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { handlers } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        carrier: withoutCapabilities(opened.carrier, 'cancelPortIn'),
      }),
    },
  });
});
afterAll(() => app.close());

test('[M07] a rejected transfer that nobody goes on with ends here, where the carrier cannot cancel it', async () => {
  const noa = await newcomer(app);
  const { portInId } = await bring(noa, '2125550190');
  await portInWhen(app, noa, portInId, 'action_needed');
  await sql`update port_ins set updated_at = updated_at - interval '31 days'
    where id = ${portInId}`.execute(app.app.db.query);
  await handlers.find((one) => one.job.name === 'expire-port-ins')?.run(app.app, {});
  expect(await noa.call(viewPortIn, { id: portInId })).toMatchObject({ status: 'expired' });
  const { rows } = await sql<{ sealed: string | null }>`
    select sealed_details as sealed from port_ins where id = ${portInId}`.execute(app.app.db.query);
  expect(rows).toEqual([{ sealed: null }]);
});
