import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann } from '../carrier-world.suite.ts';
import { wholesaleWorld, type WholesaleWorld } from './world.suite.ts';

/** What each call sends, field by field, typed from what is known of the carrier. */
let world: WholesaleWorld;
beforeAll(async () => {
  world = await wholesaleWorld();
});
afterAll(() => world.close());

async function sent(work: () => Promise<unknown>): Promise<object[]> {
  const { length } = world.server.asked;
  await work();
  return world.server.asked.slice(length);
}

const address = {
  streetNumber: '12',
  streetDirection: 'N',
  streetName: 'Oak St',
  streetUnit: '4B',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};
const subscriber = { firstName: 'Ann', lastName: 'Bee' };
const imei = '350000000000014';
const street = { streetNumber: '12', streetDirection: 'N', streetName: 'Oak St' };

test('[M08] a line is activated, looked at, stopped, resumed, changed and given up', async () => {
  const { port } = world;
  const iccid = world.stage.card('ours');
  const sim = { simType: 'physical', iccid, imei } as const;
  const about = { customer: ann, subscriber, address, zipCode: '10038', planId: 'EBVOICE1' };
  let ref = '';
  const asked = await sent(async () => {
    ({ ref } = await port.activate({ key: 'line:1', ...about, ...sim }));
  });
  const byCard = { requestType: 'subsriberInquiry', MSISDN: '', sim: iccid };
  expect(asked).toEqual([
    byCard,
    {
      requestType: 'Activate',
      partnerTransactionId: ref,
      imei,
      sim: iccid,
      eSim: 'N',
      EID: '',
      BAN: '',
      ...subscriber,
      ...street,
      zip: '10038',
      plan: 'EBVOICE1',
      portMdn: '',
    },
  ]);
  const { msisdn } = (await port.viewActivation(ref)) as { msisdn: string };
  expect(await sent(() => port.viewActivation(ref))).toEqual([byCard]);
  expect(await sent(() => port.checkSim(iccid))).toEqual([byCard]);
  const line = { msisdn, lineKey: 'line:1' };
  const byNumber = { requestType: 'subsriberInquiry', MSISDN: msisdn, sim: '' };
  expect(await sent(() => port.viewLine(line))).toEqual([byNumber]);
  const stop = { requestType: 'suspendSubscriber', MSISDN: msisdn, reasonCode: 'NPG' };
  expect(await sent(() => port.suspendLine(line))).toEqual([byNumber, stop]);
  expect(await sent(() => port.suspendLine(line))).toEqual([byNumber]);
  const resume = { requestType: 'restoreSubscriber', MSISDN: msisdn, reasonCode: 'CR' };
  expect(await sent(() => port.resumeLine(line))).toEqual([byNumber, resume]);
  expect(await sent(() => port.resumeLine(line))).toEqual([byNumber]);
  const swap = { requestType: 'swapMSISDN', MSISDN: msisdn, zipCode: '10038' };
  let now = '';
  const swapped = await sent(async () => {
    const changed = await port.changeNumber({ key: 'number:1', msisdn, zipCode: '10038' });
    now = changed.kind === 'changed' ? changed.msisdn : '';
  });
  expect(swapped).toEqual([byNumber, swap]);
  const gone = { requestType: 'deactivateSubscriber', MSISDN: now, reasonCode: 'DD' };
  const other = { requestType: 'subsriberInquiry', MSISDN: now, sim: '' };
  const release = () => port.releaseLine({ msisdn: now, lineKey: 'line:1' });
  expect(await sent(release)).toEqual([other, gone]);
  expect(await sent(release)).toEqual([other]);
});

test('[M08] a stopped line is given up, too', async () => {
  const iccid = world.stage.card('ours');
  const sim = { simType: 'physical', iccid } as const;
  const about = { customer: ann, subscriber, zipCode: '10038', planId: 'EBVOICE1' };
  const { ref } = await world.port.activate({ key: 'line:2', ...about, ...sim });
  const { msisdn } = (await world.port.viewActivation(ref)) as { msisdn: string };
  const line = { msisdn, lineKey: 'line:2' };
  await world.port.suspendLine(line);
  await world.port.releaseLine(line);
  expect(await world.port.viewLine(line)).toBe('released');
});

test('[M08] a port-in is put right and canceled with these fields', async () => {
  const { port } = world;
  const iccid = world.stage.card('ours');
  const msisdn = world.stage.incoming('account_number');
  const sent1 = await port.submitPortIn({
    key: 'port:1',
    customer: ann,
    msisdn,
    zipCode: '10038',
    oldAccount: { accountNumber: '99887766', pin: '4321' },
    subscriber,
    address,
    line: { key: 'brought:1', planId: 'EBVOICE1' },
    sim: { simType: 'physical', iccid },
  });
  const ref = 'ref' in sent1 ? sent1.ref : '';
  const status = { requestType: 'portinStatus', MSISDN: msisdn };
  expect(await sent(() => port.viewPortIn(ref))).toEqual([status]);
  expect(await sent(() => port.checkPortIn({ msisdn, zipCode: '10038' }))).toEqual([status]);
  const old = { accountNumber: '111222333', pin: '987', firstName: 'Al', lastName: 'Bo' };
  const update = {
    requestType: 'portinUpdate',
    MSISDN: msisdn,
    sim: iccid,
    eSim: 'N',
    BAN: '',
    imei: '',
    subscriber: {
      ...subscriber,
      streetNumber: '',
      streetDirection: '',
      streetName: '',
      streetType: '',
      zipCode: '10038',
    },
    old_service_provider: {
      billingAccountNumber: '111222333',
      billingAccountPassword: '987',
      firstName: 'Al',
      lastName: 'Bo',
    },
  };
  const put = { ref, subscriber, oldAccount: { ...old, zipCode: '10038' } };
  expect(await sent(() => port.updatePortIn({ key: 'update:1', ...put }))).toEqual([
    update,
    status,
  ]);
  const card = world.stage.card('ours');
  const other = { simType: 'physical', iccid: card, imei } as const;
  const again = { key: 'update:2', ...put, sim: other };
  expect(await sent(() => port.updatePortIn(again))).toEqual([
    { ...update, sim: card, imei },
    status,
  ]);
  const cancel = { requestType: 'portinCancel', MSISDN: msisdn };
  expect(await sent(() => port.cancelPortIn(ref))).toEqual([status, cancel]);
  expect(await sent(() => port.cancelPortIn(ref))).toEqual([]);
});

test('[M11] the self test asks for a number that nobody has', async () => {
  const status = { requestType: 'portinStatus', MSISDN: '2125550100' };
  expect(await sent(async () => world.port.check?.())).toEqual([status]);
});
