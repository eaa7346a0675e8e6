import { inspect } from 'node:util';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierCustomer } from '../carrier-activations.ts';
import type { PortInRequest } from '../carrier-port-ins.ts';
import { gigsCarrier } from './carrier.ts';
import { checkGigs } from './http.ts';
import type { Porting, Subscription } from '../../../testing/gigs/objects.ts';
import { gigsWorld, type GigsWorld } from './world.suite.ts';
import { signAsSvix } from '../svix-signature.ts';

let world: GigsWorld;
let count = 0;

beforeAll(async () => {
  world = await gigsWorld();
});
afterAll(() => world.close());

const ann: CarrierCustomer = {
  id: 'cus_ann',
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Bee',
  language: 'en',
};
const subscriber = { firstName: 'Ann', lastName: 'Bee' };

async function activate(change: object = {}) {
  count += 1;
  const about = { customer: ann, subscriber, zipCode: '10038', planId: 'pln_one' };
  const asked = { key: `line:${count}`, simType: 'esim' as const, ...about, ...change };
  const { ref } = await world.port.activate(asked);
  for (let step = 0; step < 3; step += 1) await world.pass(2000);
  const subscription = world.project.has.subscriptions.find((one) => one.id === ref);
  if (!subscription) throw new Error('There is none');
  return { ref, asked, subscription, msisdn: subscription.phoneNumber?.slice(2) ?? '' };
}

function comes(change: Partial<PortInRequest> = {}): PortInRequest {
  count += 1;
  return {
    key: `port:${count}`,
    customer: ann,
    msisdn: world.stage.incoming('arrives'),
    zipCode: '10038',
    oldAccount: { accountNumber: '998877665', pin: 'secret-4321' },
    subscriber,
    line: { key: `brought:${count}`, planId: 'pln_one' },
    ...change,
  };
}

async function portingOf(asked: PortInRequest): Promise<Porting> {
  const sent = await world.port.submitPortIn(asked);
  const found = world.project.has.portings.find((one) => 'ref' in sent && one.id === sent.ref);
  if (!found) throw new Error(`The port-in is ${sent.kind}`);
  return found;
}

test('[M07] a line is found among hundreds of its user, by key and by number', async () => {
  const { subscription, asked, ref, msisdn } = await activate();
  const others = Array.from({ length: 450 }, (_, at): Subscription => ({
    ...structuredClone(subscription),
    id: `sub_many_${at}`,
    metadata: { portside_line: `other:${at}` },
    phoneNumber: `+1917555${String(at).padStart(4, '0')}`,
  }));
  world.project.has.subscriptions.unshift(...others);
  await sql`delete from gigs_requests where key = ${asked.key}`.execute(world.test.world.db.query);
  await sql`delete from gigs_lines where msisdn = ${msisdn}`.execute(world.test.world.db.query);
  expect(await world.port.findActivation(asked)).toMatchObject({ kind: 'active', ref, msisdn });
  await sql`delete from gigs_lines where msisdn = ${msisdn}`.execute(world.test.world.db.query);
  expect(await world.port.viewLine({ msisdn })).toBe('active');
  const pages = world.server.requests.filter((one) => one.line === 'GET /subscriptions');
  expect(pages.length).toBeGreaterThanOrEqual(6);
  const { has } = world.project;
  has.subscriptions = has.subscriptions.filter((one) => !one.id.startsWith('sub_many'));
});

test('[M07] states and codes that Gigs adds some day stop nothing', async () => {
  const { ref, subscription, msisdn } = await activate();
  subscription.status = 'hibernating';
  expect(await world.port.viewActivation(ref)).toMatchObject({ kind: 'pending', ref });
  expect(await world.port.viewLine({ msisdn })).toBe('active');
  const porting = await portingOf(comes());
  porting.status = 'simmering';
  expect((await world.port.viewPortIn(porting.id)).kind).toBe('pending');
  const declinedCode = 'portingMoonInWrongPhase';
  Object.assign(porting, { status: 'declined', declinedCode, declinedMessage: 'Wait.' });
  expect(await world.port.viewPortIn(porting.id)).toEqual({
    kind: 'rejected',
    ref: porting.id,
    reason: 'unknown',
    raw: { code: declinedCode, text: 'Wait.' },
  });
  porting.declinedCode = 'constructor';
  expect(await world.port.viewPortIn(porting.id)).toMatchObject({ reason: 'unknown' });
  const asked = comes();
  world.project.incoming.set(`+1${asked.msisdn}`, { required: [], error: 'portingBrandNew' });
  expect(await world.port.submitPortIn(asked)).toMatchObject({
    kind: 'not_created',
    raw: { code: 'portingBrandNew' },
  });
});

test('[M07] the old account’s secrets are in no log, no error and no row of ours', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const carrier = gigsCarrier(world.settings, { ...world.test.world, log });
  const asked = comes();
  const errors: unknown[] = [];
  const noted = (error: unknown) => void errors.push(error);
  world.server.fail(/^PATCH \/portings/, 500);
  await carrier.submitPortIn(asked).catch(noted);
  await world.pass(61_000);
  world.server.fail(/^PATCH \/portings/, 'lost');
  await carrier.submitPortIn(asked).catch(noted);
  await carrier.submitPortIn(asked);
  const again = comes({ oldAccount: { ...asked.oldAccount, birthday: 'no day' } });
  await carrier.submitPortIn(again).catch(noted);
  const never = comes({ msisdn: world.stage.incoming('never_created') });
  await carrier.submitPortIn(never);
  expect(errors).toHaveLength(3);
  expect(lines.length).toBeGreaterThan(0);
  const rows = await sql`select * from gigs_requests`.execute(world.test.world.db.query);
  const all = inspect([lines, errors, rows.rows], { depth: 12, maxStringLength: null });
  expect(all).not.toMatch(/secret-4321|998877665|gigs-test-key/);
});

test('[M07] a notice repeated has the same id, and only the project’s own count', async () => {
  await activate();
  await portingOf(comes());
  const notices = await world.pass(2000);
  const ids = notices.map((one) => world.port.readNotice(one.headers, one.body)?.id);
  expect(new Set(ids).size * 2).toBe(ids.length);
  const key = Buffer.from(world.settings.webhookSecret.slice('whsec_'.length), 'base64');
  const told = (event: object) => {
    const body = JSON.stringify(event);
    const headers = signAsSvix('msg_1', body, key, world.test.world.clock.now());
    return world.port.readNotice(headers, body);
  };
  const event = { object: 'event', type: 'com.gigs.porting.declined', project: 'portside-test' };
  const porting = { object: 'porting', id: 'prt_1' };
  expect(told({ ...event, data: porting })).toEqual({ id: 'msg_1', about: 'portin', ref: 'prt_1' });
  expect(told({ ...event, project: 'another', data: porting })).toBeUndefined();
  const portOut = { object: 'portOut', id: 'pto_1' };
  expect(told({ ...event, data: portOut })).toMatchObject({ about: 'transferpin', ref: 'pto_1' });
  const invoice = { object: 'invoice', id: 'inv_1' };
  expect(told({ ...event, data: invoice })).toMatchObject({ about: 'other' });
  const change = { object: 'subscriptionChange', id: 'sch_1', subscription: 'sub_1' };
  expect(told({ ...event, data: { ...change, plan: {}, sim: null } })).toMatchObject({
    about: 'plan',
    ref: 'sub_1',
  });
  const cancellationDetails = { cause: 'phoneNumberPortedOut' };
  const ended = { object: 'subscription', id: 'sub_1', status: 'ended', cancellationDetails };
  expect(told({ ...event, data: ended })).toMatchObject({ about: 'portout', ref: 'sub_1' });
});

test('[M07] an id that is none leads to no other address', async () => {
  const before = world.server.requests.length;
  for (const ref of ['../users', 'sub_1?user=usr_1', 'sub_1#', '..\\plans']) {
    await expect(world.port.viewActivation(ref)).rejects.toMatchObject({ outcome: 'not_done' });
  }
  expect(world.server.requests).toHaveLength(before);
});

test('[M07] a number that left for another carrier is known as that', async () => {
  const { ref, subscription, msisdn } = await activate();
  const since = world.test.world.clock.now();
  const { id, has, time } = world.project;
  for (const one of [ref, (await activate()).ref]) {
    const about = { createdAt: time(), status: 'issued', user: subscription.user.id };
    const none = { completedAt: null, expiredAt: null, failureReason: null };
    const named = { object: 'portOut', id: id('pto'), behavior: 'portOut', ...none } as const;
    has.portOuts.unshift({ ...named, subscription: one, ...about });
  }
  expect(await world.port.portOutsSince(since)).toEqual([]);
  await world.pass(1000);
  Object.assign(subscription, { status: 'ended', endedAt: world.project.time() });
  subscription.cancellationDetails = { cause: 'phoneNumberPortedOut' };
  const left = { ref, msisdn, state: 'completed', reason: null };
  expect(await world.port.viewPortOut(ref)).toMatchObject(left);
  expect(await world.port.portOutsSince(since)).toMatchObject([left]);
  expect(await world.port.portOutsSince(world.test.world.clock.now())).toHaveLength(1);
  await world.pass(1000);
  expect(await world.port.portOutsSince(world.test.world.clock.now())).toEqual([]);
});

test('[M07] a number that came before its line waits as a draft, and its activation takes it', async () => {
  const { line: _none, ...asked } = comes();
  const porting = await portingOf(asked);
  expect(porting).toMatchObject({ status: 'draft', accountPinExists: true });
  const { subscription } = await activate({ msisdn: asked.msisdn });
  expect(subscription.phoneNumber).toBe(`+1${asked.msisdn}`);
  expect(await world.port.viewPortIn(porting.id)).toMatchObject({ kind: 'completed' });
  const other = { key: 'chosen', customer: ann, subscriber, zipCode: '10038', planId: 'pln_one' };
  const chosen = { ...other, simType: 'esim' as const, msisdn: '2125550199' };
  expect(await world.port.activate(chosen)).toMatchObject({ kind: 'refused', reason: 'other' });
});

test('[M07] a check leaves nothing behind, and what one left is no other carrier’s', async () => {
  const msisdn = world.stage.incoming('arrives');
  const check = () => world.port.checkPortIn({ msisdn, zipCode: '10038' });
  world.server.fail(/^DELETE \/portings/, 'cut');
  await expect(check()).rejects.toMatchObject({ outcome: 'unknown' });
  const left = () => world.project.has.portings.filter((one) => one.phoneNumber === `+1${msisdn}`);
  expect(left()).toHaveLength(1);
  expect(await check()).toMatchObject({ portable: true, donor: 'AT&T' });
  expect(left()).toEqual([]);
  world.server.fail(/^DELETE \/portings/, 'cut');
  await check().catch(() => undefined);
  expect((await world.port.submitPortIn(comes({ msisdn }))).kind).toBe('pending');
});

test('[M07] a line’s number cannot come to it, unless it has left', async () => {
  const { ref, subscription, msisdn } = await activate();
  await world.port.viewActivation(ref);
  const check = () => world.port.checkPortIn({ msisdn, zipCode: '10038' });
  expect(await check()).toEqual({ portable: false, reason: 'same_network' });
  Object.assign(subscription, { status: 'ended', endedAt: world.project.time() });
  expect(await check()).toMatchObject({ portable: true });
});

test.each(['by an activation', 'with a port-in'])(
  '[M07] a line that began %s is over once another one has its number, which is left alone',
  async (way) => {
    const old = way === 'with a port-in' ? await brought() : await activate();
    const now = await activate();
    const { msisdn } = old;
    Object.assign(old.subscription, { status: 'ended', endedAt: world.project.time() });
    now.subscription.phoneNumber = `+1${msisdn}`;
    // That notes whose number it is now.
    expect(await world.port.viewActivation(now.ref)).toMatchObject({ kind: 'active', msisdn });
    expect(await world.port.viewLine({ lineKey: old.asked.key, msisdn })).toBe('released');
    expect(await world.port.viewLine({ lineKey: now.asked.key, msisdn })).toBe('active');
    await world.port.releaseLine({ lineKey: old.asked.key, msisdn });
    expect(now.subscription.status).toBe('active');
    await world.port.releaseLine({ lineKey: now.asked.key, msisdn });
    expect(now.subscription.status).toBe('ended');
  },
);

async function brought() {
  const asked = comes();
  await portingOf(asked);
  for (let step = 0; step < 4; step += 1) await world.pass(2000);
  const key = asked.line?.key ?? '';
  const subscription = world.project.has.subscriptions.find(
    (one) => one.metadata['portside_line'] === key,
  );
  if (subscription?.status !== 'active') throw new Error('It did not come');
  return { asked: { key }, subscription, msisdn: asked.msisdn };
}

test('[M07] without a user for checks the usual details are asked for', async () => {
  const { checkUser: _none, ...settings } = world.settings;
  const carrier = gigsCarrier(settings, world.test.world);
  const before = world.server.requests.length;
  const msisdn = world.stage.incoming('not_portable');
  expect(await carrier.checkPortIn({ msisdn, zipCode: '10038' })).toEqual({
    portable: true,
    required: ['billingAccount', 'pinPassword', 'firstName', 'lastName', 'zipCode'],
  });
  expect(world.server.requests).toHaveLength(before);
});

test('[K11] data, hotspot and roaming are counted apart', async () => {
  const { msisdn } = await activate();
  for (const [kind, amount] of [
    ['data', 500],
    ['hotspot', 30],
    ['roaming', 7],
    ['text', 2],
  ] as const) {
    await world.stage.consume(msisdn, { kind, amount });
  }
  const { records } = await world.port.usage({ msisdn }, new Date(0));
  const told = Object.fromEntries(records.map((one) => [one.kind, one.amount]));
  expect(told).toEqual({ data: 500, hotspot: 30, roaming: 7, text: 2 });
});

test.each(['data', 'talk', 'text'] as const)(
  '[K11] on a day with nothing but %s nothing else is counted',
  async (kind) => {
    const { msisdn } = await activate();
    await world.stage.consume(msisdn, { kind, amount: 40 });
    const { records } = await world.port.usage({ msisdn }, new Date(0));
    expect(records).toMatchObject([{ kind, amount: 40 }]);
  },
);

test('[M11] the self test says what to correct, and changes nothing', async () => {
  const before = JSON.stringify(world.project.has);
  await checkGigs(world.settings);
  const wrong = (change: object) => checkGigs({ ...world.settings, ...change });
  await expect(wrong({ apiKey: 'old' })).rejects.toMatchObject({
    advice: expect.stringContaining('GIGS_API_KEY'),
  });
  await expect(wrong({ project: 'elsewhere' })).rejects.toMatchObject({
    advice: expect.stringContaining('GIGS_PROJECT'),
  });
  await expect(wrong({ apiUrl: 'http://127.0.0.1:9' })).rejects.toMatchObject({
    outcome: 'not_done',
  });
  expect(JSON.stringify(world.project.has)).toBe(before);
});
