import { listLines } from '@portside/contract/lines';
import { bringNumber, resubmitPortIn, viewPortIn } from '@portside/contract/port-in';
import { activateSim } from '@portside/contract/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PortInUpdate } from '../adapters/carrier/carrier-port-ins.ts';
import type { CarrierPort } from '../adapters/carrier/carrier.ts';
import {
  bring,
  buyPlanFor,
  draftOf,
  oldService,
  portInWhen,
  unlockNumber,
} from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** What the carrier was told at a re-submit. */
let updates: PortInUpdate[] = [];

beforeAll(async () => {
  const listening = (carrier: CarrierPort): CarrierPort => ({
    ...carrier,
    updatePortIn(update) {
      updates.push(update);
      return carrier.updatePortIn(update);
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: listening(opened.carrier) }) },
  });
});
afterAll(() => app.close());

/** A number that its old carrier has rejected for the account number. */
async function rejected(msisdn: string) {
  const customer = await newcomer(app);
  const { portInId } = await bring(customer, msisdn);
  await portInWhen(app, customer, portInId, 'action_needed');
  const fix = { msisdn, oldService: { billingAccountNumber: '111222333' } };
  return { customer, portInId, fix };
}

const imei = '350000000000014';
const inUse = '8901410000000000039';
const foreign = '8901260000000000030';

test('[G08] [I10] a re-submit tells the carrier the new owner, SIM and phone, and the line has that SIM', async () => {
  const { customer, portInId, fix } = await rejected('6465550190');
  const iccid = '8901410000000007901';
  updates = [];
  await customer.call(resubmitPortIn, {
    ...fix,
    accountDetails: { firstName: 'Rae', lastName: 'Moreno' },
    activationDetails: { iccid, imei, simType: 'physical' },
  });
  await portInWhen(app, customer, portInId, 'completed');
  expect(updates[0]).toMatchObject({
    oldAccount: { accountNumber: '111222333' },
    subscriber: { firstName: 'Rae', lastName: 'Moreno' },
    sim: { simType: 'physical', iccid, imei },
  });
  const { lines } = await customer.call(listLines, {});
  expect(lines).toMatchObject([{ status: 'active', simType: 'physical', iccid }]);
});

test('[I10] a re-submit without a SIM keeps the one that was sent', async () => {
  const { customer, portInId, fix } = await rejected('7185550190');
  updates = [];
  await customer.call(resubmitPortIn, fix);
  await portInWhen(app, customer, portInId, 'completed');
  expect(updates[0]?.sim).toEqual({ simType: 'esim' });
  const { lines } = await customer.call(listLines, {});
  expect(lines).toMatchObject([{ status: 'active', simType: 'esim' }]);
  expect(lines[0]?.iccid).toMatch(/^890141/);
});

test('[I10] a re-submit that names the kind of SIM as it is shown keeps the SIM', async () => {
  const { customer, portInId, fix } = await rejected('5855550190');
  const { simType } = await customer.call(viewPortIn, { id: portInId });
  expect(simType).toBe('esim');
  updates = [];
  await customer.call(resubmitPortIn, { ...fix, activationDetails: { simType } });
  await portInWhen(app, customer, portInId, 'completed');
  expect(updates[0]?.sim).toEqual({ simType: 'esim' });
});

test.each([
  ['in use', { iccid: inUse }, 'sim_in_use', 'iccid', '3475550190'],
  ['not one of ours', { iccid: foreign }, 'sim_unknown', 'iccid', '9295550190'],
  ['for a lost phone', { imei: '350000030000011' }, 'device_blocked', 'imei', '3325550190'],
])(
  '[I10] a re-submit with a SIM %s sends nothing',
  async (_, activationDetails, reason, field, msisdn) => {
    const { customer, portInId, fix } = await rejected(msisdn);
    updates = [];
    const refused = await customer.refusal(resubmitPortIn, { ...fix, activationDetails });
    expect(refused.problem).toMatchObject({ reason, errors: [{ field }] });
    expect(updates).toEqual([]);
    await customer.call(resubmitPortIn, fix);
    await portInWhen(app, customer, portInId, 'completed');
  },
);

test('[I09] [I10] a line that works keeps its SIM when another number comes to it', async () => {
  const maya = await app.as('maya@example.com');
  const [line] = (await maya.call(listLines, {})).lines;
  await unlockNumber(app, line?.id ?? '');
  const msisdn = '9175550190';
  const tempSubscriptionId = await draftOf(maya, msisdn);
  const input = { msisdn, zipCode: '10038', tempSubscriptionId, oldService, lineId: line?.id };
  await maya.call(bringNumber, input);
  await portInWhen(app, maya, tempSubscriptionId, 'action_needed');
  const fix = { msisdn, oldService: { billingAccountNumber: '111222333' } };
  const other = { activationDetails: { iccid: '8901410000000007927' } };
  await proving(maya, 'Harbor1!');
  const refused = await maya.refusal(resubmitPortIn, { ...fix, ...other });
  expect(refused.problem).toMatchObject({ reason: 'sim_mismatch', errors: [{ field: 'iccid' }] });
  await maya.call(resubmitPortIn, fix);
  await portInWhen(app, maya, tempSubscriptionId, 'completed');
  expect((await maya.call(listLines, {})).lines).toMatchObject([
    { id: line?.id, mdn: msisdn, iccid: line?.iccid, status: 'active' },
  ]);
});

test('[G01] [I09] who entered the SIM card before gives the details later, and is told of no new SIM', async () => {
  const customer = await newcomer(app);
  const msisdn = '2125550134';
  const tempSubscriptionId = await draftOf(customer, msisdn);
  await buyPlanFor(customer, msisdn, tempSubscriptionId, {
    simType: 'physical',
    shipping: {
      addressOne: '120 Fulton Street',
      city: 'New York',
      state: 'NY',
      zipCode: '10038',
    },
  });
  const [line] = (await customer.call(listLines, {})).lines;
  const iccid = '8901410000000007341';
  await customer.call(activateSim, { id: line?.id ?? '', iccid });
  const sent = await bring(customer, msisdn, { tempSubscriptionId });
  expect(sent.message).toMatch(/to the SIM card you have\. Put it in your phone/);
  await portInWhen(app, customer, sent.portInId, 'completed');
  const { lines } = await customer.call(listLines, {});
  expect(lines).toMatchObject([{ status: 'active', mdn: msisdn, iccid }]);
});
