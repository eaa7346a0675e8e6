import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../../outside-failure.ts';
import type { PortInRequest } from '../carrier-port-ins.ts';
import { ann } from '../carrier-world.suite.ts';
import { wholesaleWorld, type WholesaleWorld } from './world.suite.ts';

/** The carrier's words and what they are with us, row by row, typed from what is known of it. */
let world: WholesaleWorld;
let count = 0;
beforeAll(async () => {
  world = await wholesaleWorld();
});
afterEach(() => {
  world.server.says = {};
  world.server.isDown = false;
});
afterAll(() => world.close());

const subscriber = { firstName: 'Ann', lastName: 'Bee' };
const address = {
  streetNumber: '12',
  streetDirection: 'N',
  streetName: 'Oak St',
  streetUnit: '',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};
const about = { customer: ann, subscriber, address, zipCode: '10038' };

function aLine() {
  count += 1;
  const iccid = world.stage.card('ours');
  const imei = '350000000000014';
  const sim = { simType: 'physical', iccid, imei, planId: 'EBVOICE1' } as const;
  return { key: `line:${count}`, ...about, ...sim };
}

async function activated() {
  const asked = aLine();
  const { ref } = await world.port.activate(asked);
  const { msisdn } = (await world.port.viewActivation(ref)) as { msisdn: string };
  return { asked, ref, msisdn, lineKey: asked.key };
}

function comes(change: Partial<PortInRequest> = {}): PortInRequest {
  count += 1;
  return {
    key: `port:${count}`,
    ...about,
    msisdn: world.stage.incoming('arrives'),
    oldAccount: { accountNumber: '99887766', pin: '4321' },
    line: { key: `brought:${count}`, planId: 'EBVOICE1' },
    sim: { simType: 'physical', iccid: world.stage.card('ours'), imei: '350000000000014' },
    ...change,
  };
}

async function onItsWay() {
  const asked = comes();
  const sent = await world.port.submitPortIn(asked);
  if (!('ref' in sent)) throw new Error(`It is ${sent.kind}`);
  return { asked, ref: sent.ref };
}

const yes = (Result: object) => ({ statusCode: '00', description: 'Success', Result });
const no = (statusCode: string, words: string) => ({ statusCode, description: `Error!!${words}` });

test.each([
  ['Active', 'active', 'active'],
  ['ACTIVE', 'active', 'active'],
  ['Suspended', 'suspended', 'active'],
  ['Suspend', 'suspended', 'active'],
  ['Canceled', 'released', 'ended'],
  ['Cancelled', 'released', 'ended'],
  ['Deactivated', 'released', 'ended'],
  ['Disconnected', 'released', 'ended'],
])(
  '[M08] a subscriber who is %s has a line that is %s and an activation %s',
  async (word, is, kind) => {
    const { ref, msisdn } = await activated();
    for (const field of ['attStatus', 'status']) {
      world.server.says = { subsriberInquiry: yes({ MSISDN: `1${msisdn}`, [field]: word }) };
      expect(await world.port.viewLine({ msisdn })).toBe(is);
      expect((await world.port.viewActivation(ref)).kind).toBe(kind);
    }
  },
);

test.each([
  ['902', 'Subscriber does not exist', 'released'],
  ['902', 'Subscriber not found', 'released'],
  ['902', 'Invalid MSISDN', 'released'],
  ['101', 'User name does not exist', 'trouble'],
  ['101', 'Session not found', 'trouble'],
  ['101', 'Token not found', 'trouble'],
  ['101', 'Login not found', 'trouble'],
  ['101', 'Authentication not found', 'trouble'],
  ['101', 'Authorisation not found', 'trouble'],
  ['101', 'Credential does not exist', 'trouble'],
  ['999', 'System Error', 'trouble'],
])('[M08] %s %s of a subscriber is %s', async (code, words, is) => {
  const { ref, msisdn, lineKey } = await activated();
  world.server.says = { subsriberInquiry: no(code, words) };
  if (is === 'released') {
    expect(await world.port.viewLine({ msisdn, lineKey })).toBe('released');
    expect(await world.port.viewActivation(ref)).toMatchObject({ kind: 'pending' });
    return;
  }
  await expect(world.port.viewLine({ msisdn, lineKey })).rejects.toThrow(OutsideFailure);
  await expect(world.port.viewActivation(ref)).rejects.toThrow(OutsideFailure);
});

test('[M08] a word for a subscriber that was not seen before is trouble', async () => {
  const { msisdn } = await activated();
  world.server.says = { subsriberInquiry: yes({ MSISDN: msisdn, attStatus: 'Hibernating' }) };
  await expect(world.port.viewLine({ msisdn })).rejects.toMatchObject({ outcome: 'not_done' });
});

test.each([
  ['910', 'sim does not belong to this MVNO', true],
  ['920', 'streetName Is Invalid', true],
  ['920', 'streetNumber is invalid', true],
  ['905', 'Invalid Zipcode.', true],
  ['920', 'City Is Blank', true],
  ['999', 'System Error', false],
])('[M08] an activation answered %s %s is refused: %s', async (code, words, isRefused) => {
  const asked = aLine();
  world.server.says = { Activate: no(code, words) };
  const answer = world.port.activate(asked);
  if (isRefused) expect(await answer).toMatchObject({ kind: 'refused', reason: 'other' });
  else await expect(answer).rejects.toMatchObject({ outcome: 'not_done' });
});

test.each([
  ['8A', 'account_number'],
  ['6B', 'transfer_pin'],
  ['8C', 'transfer_pin'],
  ['8D', 'zip'],
  ['9E', 'zip'],
  ['7C', 'name'],
  ['7T', 'not_portable'],
  ['6P', 'port_locked'],
  ['6A', 'unknown'],
  ['6D', 'unknown'],
])('[M08] a conflict with the embedded code %s is told as %s', async (inner, reason) => {
  const { ref } = await onItsWay();
  const words = `Portin status fail.Conflict ~ statusReasonCode - ${inner} ~ statusReasonDescription - Their words`;
  const raw = { code: inner, text: 'Their words' };
  const rejected = { kind: 'rejected', ref, reason, raw };
  world.server.says = { portinStatus: { statusCode: '951', description: words } };
  expect(await world.port.viewPortIn(ref)).toEqual(rejected);
  world.server.says = { portinStatus: { ...yes({ reasonCode: 'CT' }), description: words } };
  expect(await world.port.viewPortIn(ref)).toEqual(rejected);
});

test('[M08] a conflict without an embedded code keeps the carrier’s own', async () => {
  const { ref } = await onItsWay();
  world.server.says = { portinStatus: { statusCode: '951', description: 'Conflict' } };
  const raw = { code: '951', text: 'Conflict' };
  const rejected = { kind: 'rejected', ref, reason: 'unknown', raw };
  expect(await world.port.viewPortIn(ref)).toEqual(rejected);
});

const pending = { statusCode: '01', description: 'Pending' };
test.each([
  ['00 with CO', yes({ reasonCode: 'CO' }), 'completed', true],
  ['00 without a reason', yes({}), 'pending', false],
  ['01', pending, 'pending', false],
  ['948 that it does not exist', no('948', 'Port Request Does Not Exist'), 'cancelled', true],
  ['948 for something else', no('948', 'Subscriber Must Be Active'), 'pending', true],
  ['951', { statusCode: '951', description: 'Conflict' }, 'rejected', true],
  ['910', no('910', 'sim does not belong to this MVNO'), 'pending', true],
])(
  '[M08] a port-in answered %s is %s, and its number may be brought: %s',
  async (_, told, kind, portable) => {
    const { ref, asked } = await onItsWay();
    world.server.says = { portinStatus: told };
    expect((await world.port.viewPortIn(ref)).kind).toBe(kind);
    const { msisdn, zipCode } = asked;
    expect(await world.port.checkPortIn({ msisdn, zipCode })).toEqual(
      portable
        ? { portable: true, required: ['billingAccount', 'pinPassword'] }
        : { portable: false, reason: 'pending_elsewhere' },
    );
  },
);

test.each([
  ['953', 'This MSIDN is not eligible for the Portin.', 'not_portable'],
  ['920', 'streetName Is Invalid', 'address'],
  ['920', 'City Is Blank', 'address'],
  ['920', 'Invalid Address', 'address'],
  ['905', 'Invalid Zipcode.', 'zip'],
  ['910', 'sim does not belong to this MVNO', 'never_created'],
])('[M08] a submit answered %s %s is not made: %s', async (code, words, reason) => {
  world.server.says = { portinRequest: no(code, words) };
  const raw = { code, text: `Error!!${words}` };
  const not = { kind: 'not_created', reason, raw };
  expect(await world.port.submitPortIn(comes())).toEqual(not);
});

test('[M08] a submit answered by any other code is trouble', async () => {
  world.server.says = { portinRequest: no('999', 'System Error') };
  await expect(world.port.submitPortIn(comes())).rejects.toMatchObject({ outcome: 'not_done' });
});

test.each([
  ['another card, and no plan', { line: undefined }],
  ['an eSIM', { sim: { simType: 'esim' as const, iccid: '8901410100000000001' } }],
  ['no card', { sim: { simType: 'physical' as const } }],
])('[M08] a number for %s is not brought, and nobody is asked', async (_, change) => {
  const { length } = world.server.asked;
  const { line, ...asked } = comes();
  const wanted = { ...asked, ...('line' in change ? {} : { ...(line && { line }), ...change }) };
  expect(await world.port.submitPortIn(wanted)).toEqual({
    kind: 'not_created',
    reason: 'never_created',
    raw: { code: '', text: 'A card and a plan are needed' },
  });
  expect(world.server.asked).toHaveLength(length);
});

test.each([
  ['905', 'Invalid Zipcode.', 'no_numbers'],
  ['999', 'System Error', 'trouble'],
])('[M08] another number answered %s %s is %s', async (code, words, is) => {
  const { msisdn } = await activated();
  world.server.says = { swapMSISDN: no(code, words) };
  const changed = world.port.changeNumber({ key: `number:${count}`, msisdn, zipCode: '10038' });
  if (is === 'no_numbers') expect(await changed).toEqual({ kind: 'refused', reason: is });
  else await expect(changed).rejects.toMatchObject({ outcome: 'not_done' });
});

test.each(['MSISDN', 'newMSISDN', ''])(
  '[M08] the other number is read from %j, or asked for',
  async (field) => {
    const { msisdn, asked } = await activated();
    const line = world.server.account.lines.find((one) => one.sim === asked.iccid);
    const other = '9175550199';
    world.server.says = { swapMSISDN: yes(field ? { [field]: `1${other}` } : {}) };
    const now = field ? '3475550177' : other;
    const changing = world.port.changeNumber({ key: `number:${count}`, msisdn, zipCode: '10038' });
    if (line && !field) world.server.says.subsriberInquiry = yes({ MSISDN: now, sim: line.sim });
    expect(await changing).toEqual({ kind: 'changed', msisdn: other });
  },
);

test('[M08] a card that is known and has no number is free, and is activated', async () => {
  const asked = aLine();
  world.server.says = { subsriberInquiry: yes({ sim: asked.iccid }) };
  await world.port.activate(asked);
  const lines = world.server.account.lines.filter((one) => one.sim === asked.iccid);
  expect(lines).toMatchObject([{ attStatus: 'Active' }]);
});

test('[M08] after a try that the carrier said no to, a line on the card is not taken for our own', async () => {
  const asked = aLine();
  world.server.says = { Activate: no('999', 'System Error') };
  await expect(world.port.activate(asked)).rejects.toMatchObject({ outcome: 'not_done' });
  const others = { msisdn: '3475550166', sim: asked.iccid, attStatus: 'Active' } as const;
  world.server.account.lines.push(others);
  world.server.says = {};
  const refused = { kind: 'refused', reason: 'sim_in_use' };
  expect(await world.port.activate(asked)).toMatchObject(refused);
});

test('[M08] a line that was not made goes on with another plan, and not with another card', async () => {
  const asked = aLine();
  world.server.says = { Activate: no('999', 'System Error') };
  await expect(world.port.activate(asked)).rejects.toThrow(OutsideFailure);
  world.server.says = {};
  const other = { ...asked, iccid: world.stage.card('ours') };
  await expect(world.port.activate(other)).rejects.toThrow(/another request/);
  const { ref } = await world.port.activate({ ...asked, planId: 'EBVOICE2' });
  expect(await world.port.viewActivation(ref)).toMatchObject({ kind: 'active' });
});

test('[M08] a line that began with its number is not activated for itself', async () => {
  const { asked, ref } = await onItsWay();
  const { msisdn } = asked;
  const { length } = world.server.asked;
  const line = { ...aLine(), key: asked.line?.key ?? '', msisdn, iccid: asked.sim?.iccid ?? '' };
  expect(await world.port.activate(line)).toMatchObject({ kind: 'pending', ref: `${ref}.line` });
  expect(world.server.asked).toHaveLength(length);
});

test.each([
  ['has trouble', no('999', 'System Error')],
  ['names no card', yes({ attStatus: 'Active' })],
])('[M08] a number is not changed while the look at its line %s', async (_, told) => {
  const { msisdn } = await activated();
  const { length } = world.server.asked;
  world.server.says = { subsriberInquiry: told };
  const change = { key: `number:${count}`, msisdn, zipCode: '10038' };
  await expect(world.port.changeNumber(change)).rejects.toMatchObject({ outcome: 'not_done' });
  const since = world.server.asked.slice(length);
  expect(since.map((one) => one.requestType)).toEqual(['subsriberInquiry']);
});

test('[M08] after a look that got no answer a change of number asks about its own line alone', async () => {
  const { msisdn } = await activated();
  const change = { key: `number:${count}`, msisdn, zipCode: '10038' };
  world.server.isDown = true;
  await expect(world.port.changeNumber(change)).rejects.toThrow(OutsideFailure);
  world.server.isDown = false;
  const { length } = world.server.asked;
  expect(await world.port.changeNumber(change)).toMatchObject({ kind: 'changed' });
  const since = world.server.asked.slice(length);
  expect(since).toEqual([
    { requestType: 'subsriberInquiry', MSISDN: msisdn, sim: '' },
    { requestType: 'swapMSISDN', MSISDN: msisdn, zipCode: '10038' },
  ]);
});

test('[M08] a change of number that shows only later is not asked for again then', async () => {
  const { msisdn, asked } = await activated();
  const other = '9175550188';
  const change = { key: `number:${count}`, msisdn, zipCode: '10038' };
  const { length } = world.server.asked;
  world.server.says = { swapMSISDN: yes({}) };
  await expect(world.port.changeNumber(change)).rejects.toMatchObject({ outcome: 'unknown' });
  world.server.says = { subsriberInquiry: yes({ MSISDN: other, sim: asked.iccid }) };
  expect(await world.port.changeNumber(change)).toEqual({ kind: 'changed', msisdn: other });
  const since = world.server.asked.slice(length);
  expect(since.filter((one) => one.requestType === 'swapMSISDN')).toHaveLength(1);
});

test('[M08] a change of number that the carrier never made is asked for again', async () => {
  const { msisdn } = await activated();
  const change = { key: `number:${count}`, msisdn, zipCode: '10038' };
  world.server.says = { swapMSISDN: yes({}) };
  await expect(world.port.changeNumber(change)).rejects.toThrow(OutsideFailure);
  world.server.says = {};
  const changed = await world.port.changeNumber(change);
  if (changed.kind !== 'changed') throw new Error('The number was not changed');
  expect(changed.msisdn).not.toBe(msisdn);
  expect(await world.port.viewLine({ msisdn: changed.msisdn })).toBe('active');
});

test('[M08] a port-in is put right without a ZIP Code of the old account, too', async () => {
  const { ref, asked } = await onItsWay();
  const { subscriber } = asked;
  const oldAccount = { accountNumber: '111222333', pin: '987' };
  const updated = await world.port.updatePortIn({
    key: `update:${count}`,
    ref,
    oldAccount,
    subscriber,
  });
  expect(updated).toMatchObject({ kind: 'pending', ref });
});
