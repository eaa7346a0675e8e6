import { usDigits } from '@portside/contract/phone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import { ann } from '../carrier-world.suite.ts';
import { carrierNoticeHeaders, readCarrierNotice } from './notices.ts';
import { sandboxCarrier } from './carrier.ts';

let bench: TestWorld;
beforeAll(async () => {
  bench = await openTestWorld();
});
afterAll(() => bench.close());
const carrier = () => sandboxCarrier(bench.world);

const subscriber = { firstName: 'Ann', lastName: 'Bee' };
const comes = (msisdn: string) => ({
  key: `port:${msisdn}`,
  customer: ann,
  msisdn,
  zipCode: '10038',
  oldAccount: { accountNumber: '998877665', pin: '4321' },
  subscriber,
});
async function pass(times: number) {
  for (let time = 0; time < times; time += 1) {
    bench.move(1500);
    await bench.tick();
  }
}

test.each([
  ['10038', /^(?:315|347|516|518|585|607|631|646|716|718|845|914|917|929)55501\d\d$/],
  ['99501', /^90755501\d\d$/],
  ['00601', /^(?:787|939)55501\d\d$/],
  ['00000', /^\d{3}55501\d\d$/],
])('a number near ZIP %s has an area code of its state, if there is one', async (zipCode, area) => {
  const { msisdn } = await carrier().reserveNumber({ key: `near:${zipCode}`, zipCode });
  expect(msisdn).toMatch(area);
  expect(usDigits(msisdn)).toBe(msisdn);
});

test('the first answer about a number that ends in 96 is lost, and its port-in is there', async () => {
  const asked = comes('2125550196');
  await expect(carrier().submitPortIn(asked)).rejects.toMatchObject({ outcome: 'unknown' });
  const found = await carrier().findPortIn(asked);
  expect(found?.kind).toBe('pending');
  expect(await carrier().submitPortIn(asked)).toEqual(found);
  const other = carrier().submitPortIn({ ...asked, zipCode: '60601' });
  await expect(other).rejects.toThrow(/key/);
});

test('a number that came without a SIM is given one by an activation', async () => {
  const msisdn = '2125550103';
  const asked = comes(msisdn);
  const sent = await carrier().submitPortIn(asked);
  expect(sent).toMatchObject({ kind: 'pending', iccid: '' });
  await pass(2);
  const { zipCode } = asked;
  const line = { key: 'brought', customer: ann, msisdn, zipCode, subscriber };
  const active = await carrier().activate({ ...line, simType: 'esim', planId: 'plan_1' });
  expect(active).toMatchObject({ kind: 'pending', msisdn });
});

test('a rejected port-in goes on with another SIM card', async () => {
  const sent = await carrier().submitPortIn(comes('2125550190'));
  if (sent.kind === 'not_created') throw new Error(sent.raw.text);
  const { ref } = sent;
  await pass(1);
  expect(await carrier().viewPortIn(ref)).toMatchObject({ kind: 'rejected', raw: { code: '8A' } });
  const sim = { simType: 'physical' as const, iccid: '8901410000000000922' };
  const oldAccount = { accountNumber: '111222333' };
  await carrier().updatePortIn({ key: 'update', ref, subscriber, oldAccount, sim });
  await pass(2);
  const { iccid } = sim;
  expect(await carrier().viewPortIn(ref)).toMatchObject({ kind: 'completed', iccid });
});

test('a notice is signed with its id, and one of several signatures is enough', () => {
  const body = JSON.stringify({ id: 'msg_1', data: { id: 'act_1', object: 'activation' } });
  const headers = carrierNoticeHeaders(bench.world, 'msg_1', body);
  const read = (change: object) => readCarrierNotice(bench.world, { ...headers, ...change }, body);
  expect(read({})).toEqual({ id: 'msg_1', about: 'activation', ref: 'act_1' });
  expect(read({ 'webhook-id': 'msg_other' })).toBeUndefined();
  const two = `v1,AAAA ${headers['webhook-signature']}`;
  expect(read({ 'webhook-signature': two })).toBeDefined();
});
