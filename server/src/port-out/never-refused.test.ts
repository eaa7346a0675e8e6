import { viewLine } from '@portside/contract/line-detail';
import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutCapabilities } from '../adapters/carrier/carrier-can.ts';
import { withLine } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        carrier: withoutCapabilities(opened.carrier, 'refusePortOut'),
      }),
    },
  });
});
afterAll(() => app.close());

test('[K16] [M07] where a request cannot be refused, the email says whom to call and promises no button', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn: msisdn } = line;
  await sql`insert into line_locks (line_id, tenant_id, number_off_at, carrier_off)
    select id, tenant_id, now() - interval '1 year', true from lines where id = ${id}`.execute(
    app.app.db.query,
  );
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  const { transferPin } = await noa.call(openPortOut, { id });
  await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request', transferPin }),
  });
  const { text } = await emailWhen(app, noa.email, /^Another carrier asked for your number/);
  expect(text).toContain('If you didn’t ask for this, call us now at');
  expect(text).not.toMatch(/refuse/i);
  expect((await noa.call(viewLine, { id })).portOut?.state).toBe('requested');
  const { problem } = await noa.refusal(closePortOut, { id });
  expect(problem.message).toBe('It’s too late to stop this here. Please call us now.');
});
