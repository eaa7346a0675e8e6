import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxPages } from '../../sandbox-pages.ts';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import { carrierSuite } from '../carrier.suite.ts';
import { ann } from '../carrier-world.suite.ts';
import { sandboxCarrier } from './carrier.ts';
import { sandboxWorld } from './world.suite.ts';
import { esimOfNumber } from './esims.ts';

carrierSuite('the sandbox', sandboxWorld, { issueTransferPin: 'it takes the PINs that we make' });

let bench: TestWorld;
let http: FastifyInstance;

beforeAll(async () => {
  bench = await openTestWorld();
  http = Fastify();
  await http.register(sandboxPages(bench.world), { prefix: '/sandbox' });
});
afterAll(async () => {
  await http.close();
  await bench.close();
});

async function pendingLine(key: string) {
  const carrier = sandboxCarrier(bench.world);
  const { msisdn } = await carrier.reserveNumber({ key, zipCode: '10038' });
  return carrier.activate({
    key,
    customer: ann,
    msisdn,
    zipCode: '10038',
    simType: 'esim',
    planId: 'p',
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
  });
}

const control = (verb: string, payload: object) =>
  http.inject({ method: 'POST', url: `/sandbox/carrier/${verb}`, payload });

test('a pending line is advanced at once, however its number is written', async () => {
  const line = await pendingLine('line:1');
  if (line.kind !== 'pending') throw new Error(`The line is ${line.kind}`);
  const answer = await control('advance', { msisdn: `+1${line.msisdn}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ msisdn: line.msisdn, status: 'active' });
  const again = await control('advance', { msisdn: line.msisdn });
  expect(again.json()).toEqual({ msisdn: line.msisdn, status: 'ready' });
  expect((await control('advance', { msisdn: '9075550199' })).statusCode).toBe(404);
  expect((await control('advance', {})).statusCode).toBe(404);
});

test('the controls take forms too, and lead back to the page', async () => {
  const line = await pendingLine('line:2');
  if (line.kind !== 'pending') throw new Error(`The line is ${line.kind}`);
  const answer = await http.inject({
    method: 'POST',
    url: '/sandbox/carrier/advance',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `msisdn=${line.msisdn}`,
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/sandbox/carrier');
});

test('a carrier that is down does nothing, one that is slow answers late, until it is mended', async () => {
  const pauses: number[] = [];
  const carrier = sandboxCarrier(bench.world, async (milliseconds) => pauses.push(milliseconds));
  expect((await control('break', { mode: 'down' })).json()).toEqual({ mode: 'down' });
  await expect(pendingLine('line:3')).rejects.toMatchObject({
    service: 'carrier',
    outcome: 'not_done',
  });
  await control('break', { mode: 'slow' });
  expect(await carrier.findActivation({ key: 'line:3', customer: ann })).toBeUndefined();
  expect(pauses).toEqual([3000]);
  expect((await control('break', { mode: 'off' })).statusCode).toBe(400);
  await control('break', { mode: 'none' });
  expect((await pendingLine('line:3')).kind).toBe('pending');
});

test('an eSIM’s activation code is sealed, and is in no log', async () => {
  const line = await pendingLine('line:4');
  if (line.kind !== 'pending') throw new Error(`The line is ${line.kind}`);
  const carrier = sandboxCarrier(bench.world);
  expect(await carrier.viewEsim(line.iccid)).toMatchObject({
    state: 'preparing',
    activationCode: '',
  });
  await control('advance', { msisdn: line.msisdn });
  const ready = await control('advance', { msisdn: line.msisdn });
  expect(ready.json()).toEqual({ msisdn: line.msisdn, status: 'ready' });
  const code = (await carrier.viewEsim(line.iccid))?.activationCode ?? '';
  expect(code).toMatch(/^LPA:1\$smdp\.carrier\.example\$[A-Z0-9]{16,20}(?:\$\$1)?$/);
  const row = await esimOfNumber(bench.world.db.query, line.msisdn);
  expect(row?.sealed_code).not.toContain(code.slice(-16));
  const page = await http.inject('/sandbox/carrier');
  expect(page.body).not.toContain(code);
  expect(page.body).not.toContain('LPA:');
});

test('an eSIM becomes enabled without help, and stays so', async () => {
  const line = await pendingLine('line:6');
  if (line.kind !== 'pending') throw new Error(`The line is ${line.kind}`);
  const carrier = sandboxCarrier(bench.world);
  const states: (string | undefined)[] = [];
  for (const wait of [0, 1000, 120_000, 5000, 5000, 60_000]) {
    bench.move(wait);
    await bench.tick();
    states.push((await carrier.viewEsim(line.iccid))?.state);
  }
  expect(states).toEqual(['preparing', 'ready', 'downloaded', 'installed', 'enabled', 'enabled']);
  expect(await carrier.viewEsim('8901260000000000030')).toBeUndefined();
});

test('news of a port-in comes late, twice and backwards, and never tells a secret', async () => {
  const carrier = sandboxCarrier(bench.world);
  const oldAccount = { accountNumber: '998877665', pin: '4321-secret' };
  const subscriber = { firstName: 'Ann', lastName: 'Bee' };
  for (let at = 10; at < 16; at += 1) {
    const msisdn = `31255501${at}`;
    await carrier.submitPortIn({
      key: `n${at}:1`,
      customer: ann,
      msisdn,
      zipCode: '10038',
      oldAccount,
      subscriber,
    });
  }
  const told: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    bench.move(1000);
    for (const notice of await bench.tick()) {
      const event = JSON.parse(notice.body) as { type: string; data: { id: string } };
      if (event.type.startsWith('portin.')) told.push(`${event.data.id} ${event.type}`);
      expect(notice.body).not.toMatch(/998877665|4321-secret/);
    }
  }
  for (const one of told.filter((name) => name.endsWith('completed'))) {
    const confirmed = told.indexOf(one.replace('completed', 'confirmed'));
    expect(confirmed).toBeGreaterThan(told.indexOf(one));
  }
  expect(told.length).toBeGreaterThan(new Set(told).size);
});

test('the page shows what was asked, what was answered, and what waits', async () => {
  const line = await pendingLine('line:5');
  if (line.kind !== 'pending') throw new Error(`The line is ${line.kind}`);
  const page = await http.inject('/sandbox/carrier');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(`${line.msisdn} (esim) for line:5`);
  expect(page.body).toContain(`pending, SIM ${line.iccid}`);
  expect(page.body).toContain(`name="msisdn" value="${line.msisdn}"`);
});

test.each([
  ['2125550294', 'delayed'],
  ['2125550297', 'rejected'],
])('%s, asked about by many at once, goes one step and not two: %s', async (msisdn, kind) => {
  const carrier = sandboxCarrier(bench.world);
  const sent = await carrier.submitPortIn({
    key: `port:${msisdn}`,
    customer: ann,
    msisdn,
    zipCode: '10038',
    oldAccount: { accountNumber: '998877665', pin: '4321' },
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
  });
  if (sent.kind !== 'pending') throw new Error(`The port-in is ${sent.kind}`);
  bench.move(1500);
  const asked = await Promise.all(Array.from({ length: 8 }, () => carrier.viewPortIn(sent.ref)));
  expect(asked.map((one) => one.kind)).toEqual(Array<string>(8).fill(kind));
});

test('[K25] usage is added by hand, of any kind, in the units that customers know', async () => {
  const carrier = sandboxCarrier(bench.world);
  const msisdn = '2125550123';
  const use = (payload: object) => control('usage', payload);
  bench.move(1000);
  const added = await use({ msisdn: `+1 (212) 555-0123`, megabytes: 250 });
  expect(added.statusCode).toBe(200);
  expect(added.json()).toEqual({ msisdn, kind: 'data', megabytes: 250 });
  await use({ msisdn, megabytes: 0.5 });
  await use({ msisdn, megabytes: 3, kind: 'hotspot' });
  await use({ msisdn, minutes: 2, kind: 'talk' });
  // The form has one field.
  await use({ msisdn, megabytes: '7', kind: 'text' });
  const { records } = await carrier.usage({ msisdn }, new Date(0));
  expect(Object.fromEntries(records.map((one) => [one.kind, one.amount]))).toEqual({
    data: 250_500_000,
    hotspot: 3_000_000,
    talk: 120,
    text: 7,
  });
});

test.each([
  [{ megabytes: 1 }, 'msisdn'],
  [{ msisdn: '123', megabytes: 1 }, 'msisdn'],
  [{ msisdn: '2125550124' }, 'megabytes'],
  [{ msisdn: '2125550124', megabytes: 0 }, 'megabytes'],
  [{ msisdn: '2125550124', megabytes: -5 }, 'megabytes'],
  [{ msisdn: '2125550124', megabytes: 'many' }, 'megabytes'],
  [{ msisdn: '2125550124', megabytes: 1e9 }, 'megabytes'],
  [{ msisdn: '2125550124', megabytes: 1, kind: 'fax' }, 'kind'],
])('[K25] usage of %j is refused at its field: %s', async (payload, field) => {
  const refused = await control('usage', payload);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ error: { field } });
});

test('[K25] the overview has a form for usage, which leads back there', async () => {
  expect((await http.inject('/sandbox')).body).toContain('action="/sandbox/carrier/usage"');
  const answer = await http.inject({
    method: 'POST',
    url: '/sandbox/carrier/usage',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'msisdn=2125550125&megabytes=5&kind=roaming',
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/sandbox');
});

test('[K25] the other carrier is played on the page, too, and its refusals are said', async () => {
  const page = await http.inject({ url: '/sandbox' });
  expect(page.body).toContain('action="/sandbox/carrier/portout"');
  const carrier = sandboxCarrier(bench.world);
  const line = await pendingLine('line:leaves');
  if (line.kind !== 'pending') throw new Error(`The line is ${line.kind}`);
  const { msisdn } = line;
  await carrier.setNumberLock({ msisdn, on: false });
  const expiresAt = new Date('2099-01-01T00:00:00Z');
  const pin = { msisdn, accountNumber: '1234567890', transferPin: '135790', expiresAt };
  await carrier.setTransferPin(pin);
  expect((await control('portout', { msisdn, step: 'confirm' })).statusCode).toBe(409);
  const form = await http.inject({
    method: 'POST',
    url: '/sandbox/carrier/portout',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `msisdn=${msisdn}&step=request&transferPin=`,
  });
  expect([form.statusCode, form.headers.location]).toEqual([303, '/sandbox']);
  const again = await control('portout', { msisdn, step: 'request' });
  expect(again.statusCode).toBe(409);
  const done = await control('portout', { msisdn: `+1${msisdn}`, step: 'complete' });
  expect(done.json()).toEqual({ msisdn, state: 'completed' });
  const gone = await control('portout', { msisdn, step: 'request' });
  expect(gone.statusCode).toBe(404);
  const log = await http.inject({ url: '/sandbox/carrier' });
  expect(log.body).not.toContain('135790');
});
