import { listPortIns, viewPortIn } from '@portside/contract/port-in';
import { openPortOut } from '@portside/contract/port-out';
import { viewLine } from '@portside/contract/line-detail';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTime } from '../testing/passing-time.ts';
import { bring, portInWhen, unlockNumber } from '../testing/porting.ts';
import { proving } from '../testing/proving.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function otherCarrier(msisdn: string, step: string, transferPin?: string) {
  const answer = await app.fetch('/sandbox/carrier/portout', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn, step, ...(transferPin && { transferPin }) }),
  });
  expect(answer.status).toBe(200);
}

test('a number that came and has left to another carrier is not said to be here', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550171';
  const { portInId } = await bring(customer, msisdn);
  const here = await portInWhen(app, customer, portInId, 'completed');
  expect(here.message).toBe('Your number is here.');
  expect(here).not.toHaveProperty('hasLeft');
  const id = here.lineId ?? '';
  await inTime(
    app,
    async () => (await customer.call(viewLine, { id })).mdn === msisdn || undefined,
  );
  await unlockNumber(app, id);
  await app.adapters.carrier.setNumberLock({ msisdn, on: false });
  await proving(customer);
  const { transferPin } = await customer.call(openPortOut, { id });
  await otherCarrier(msisdn, 'request', transferPin);
  await otherCarrier(msisdn, 'confirm');
  // It is here until it has moved.
  expect((await customer.call(viewPortIn, { id: portInId })).message).toBe('Your number is here.');
  await otherCarrier(msisdn, 'complete');
  const gone = await inTime(app, async () => {
    const portIn = await customer.call(viewPortIn, { id: portInId });
    return portIn.hasLeft ? portIn : undefined;
  });
  expect(gone).toMatchObject({
    status: 'completed',
    message: 'Your number moved here. None of your lines has it anymore.',
  });
  expect((await customer.call(listPortIns, {})).portIns).toEqual([gone]);
});
