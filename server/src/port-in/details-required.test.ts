import { placeOrder } from '@portside/contract/checkout';
import {
  checkPortIn,
  listPortIns,
  resubmitPortIn,
  updatePortIn,
  viewPortIn,
} from '@portside/contract/port-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextEmail } from '../testing/mailbox.ts';
import { bring, buyFor, oldService, orderFor, portInWhen } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const birthday = '1985-03-14';
const proof = { birthday, address: '12 Oak Street', city: 'New York', state: 'NY' };
const onFile = { ...proof, zipCode: '10038' };
const wanted = ['zipCode', 'address', 'city', 'state', 'birthday'];

test('[M07] what the carrier asks for after the submit is asked of the customer, and the transfer goes on with it', async () => {
  const noa = await newcomer(app);
  const msisdn = '2125550198';
  const { portInId } = await bring(noa, msisdn);
  const asks = await portInWhen(app, noa, portInId, 'action_needed');
  expect(asks).toMatchObject({ reason: 'details_required', canFix: true, canCancel: true });
  expect(asks.required).toEqual(wanted);
  expect(asks.message).toBe('Your old carrier needs more details to let your number go.');
  const email = await nextEmail(app, noa.email, /asks for more about \(212\) 555-0198/);
  expect(email.text).toContain('Your old carrier needs more details');
  // All of it, not one of it.
  const { problem } = await noa.refusal(resubmitPortIn, { msisdn, oldService: { birthday } });
  expect(problem.errors?.map(({ field }) => field)).toEqual([
    'zipCode',
    'address',
    'city',
    'state',
  ]);
  const wrong = { ...onFile, birthday: '1985-02-30' };
  const refused = await noa.refusal(resubmitPortIn, { msisdn, oldService: wrong });
  expect(refused.problem.errors).toEqual([
    { field: 'birthday', message: 'Please enter your date of birth' },
  ]);
  await noa.call(resubmitPortIn, { msisdn, oldService: onFile });
  const done = await portInWhen(app, noa, portInId, 'completed');
  expect(done.attempts).toBe(2);
});

test('[M07] a birthday is sealed, and erased when the transfer is over', async () => {
  const noa = await newcomer(app);
  const msisdn = '3475550198';
  const { portInId } = await bring(noa, msisdn);
  await portInWhen(app, noa, portInId, 'action_needed');
  await noa.call(updatePortIn, { msisdn, oldService: onFile });
  const row = async () => {
    const { rows } = await sql<{ all: string; sealed: string | null }>`
      select port_ins::text as all, sealed_details as sealed from port_ins
      where id = ${portInId}`.execute(app.app.db.query);
    return rows[0];
  };
  expect((await row())?.sealed).toBeTruthy();
  expect((await row())?.all).not.toMatch(/1985|Oak Street/);
  expect(JSON.stringify(await noa.call(viewPortIn, { id: portInId }))).not.toMatch(/1985|Oak/);
  await noa.call(resubmitPortIn, { msisdn });
  await portInWhen(app, noa, portInId, 'completed');
  expect((await row())?.sealed).toBeNull();
});

test('[M07] what this number’s old carrier wants is known from the check, and nothing is sent without it', async () => {
  const noa = await newcomer(app);
  const msisdn = '2125550199';
  const checked = await noa.call(checkPortIn, { msisdn, zipCode: '10038' });
  expect(checked.required).toEqual(['billingAccount', 'pinPassword', ...wanted]);
  const usual = await noa.call(checkPortIn, { msisdn: '2125550151', zipCode: '10038' });
  expect(usual.required).toEqual(['billingAccount', 'pinPassword']);
  // Paid with the usual details only.
  const { portInId } = await buyFor(app, noa, msisdn);
  const waits = await portInWhen(app, noa, portInId, 'details_needed');
  expect(waits).toMatchObject({ required: wanted, attempts: 0 });
  await nextEmail(app, noa.email, /What we need to transfer \(212\) 555-0199/);
  const { problem } = await noa.refusal(resubmitPortIn, { msisdn, oldService });
  expect(problem.errors?.map(({ field }) => field)).toEqual(wanted);
  await noa.call(resubmitPortIn, { msisdn, oldService: onFile });
  expect(await portInWhen(app, noa, portInId, 'completed')).toMatchObject({ attempts: 1 });
  const { portIns } = await noa.call(listPortIns, {});
  // By the carrier; the customer named none.
  expect(portIns.find(({ id }) => id === portInId)).toMatchObject({ oldCarrier: 'verizon' });
});

test('[M07] an order that comes with all of it is sent for at once', async () => {
  const noa = await newcomer(app);
  const order = await orderFor(app, noa, '3475550199');
  const { portIn } = order;
  if (!portIn) throw new Error('No number');
  await noa.call(placeOrder, {
    ...order,
    portIn: { ...portIn, oldService: { ...oldService, ...onFile } },
  });
  const { attempts, history } = await portInWhen(app, noa, portIn.tempSubscriptionId, 'completed');
  expect(attempts).toBe(1);
  expect(history.map(({ status }) => status)).not.toContain('details_needed');
});
