import { closePortOut, openPortOut } from '@portside/contract/port-out';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutCapabilities } from '../adapters/carrier/carrier-can.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import { withLine } from '../testing/line-life.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let whole: CarrierPort;
beforeAll(async () => {
  app = await openTestApp({
    overrides: {
      adapters(opened) {
        whole = opened.carrier;
        return { ...opened, carrier: withoutCapabilities(whole, 'numberLock') };
      },
    },
  });
});
afterAll(() => app.close());

async function otherCarrier(msisdn: string, transferPin: string) {
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step: 'request', transferPin }),
  });
  return answer.status;
}

test('[K16] [M07] emails about a number that leaves name no number lock where the carrier has none', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await whole.setNumberLock({ msisdn: mdn, on: false });
  const { transferPin } = await noa.call(openPortOut, { id });
  const made = await emailWhen(app, noa.email, /A transfer PIN for/);
  const wrong = transferPin === '111111' ? '222222' : '111111';
  expect(await otherCarrier(mdn, wrong)).toBe(409);
  const refused = await emailWhen(app, noa.email, /We refused a request/);
  expect(await otherCarrier(mdn, transferPin)).toBe(200);
  await noa.call(closePortOut, { id });
  const stays = await emailWhen(app, noa.email, /stays$/);
  for (const { text } of [made, refused]) expect(text).toMatch(/call us at \(\d{3}\) /);
  for (const { text } of [made, refused, stays]) expect(text).not.toMatch(/number lock/i);
});
