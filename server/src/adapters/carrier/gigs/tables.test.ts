import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PortInRequest } from '../carrier-port-ins.ts';
import { ann } from '../carrier-world.suite.ts';
import type { Porting, Subscription } from '../../../testing/gigs/objects.ts';
import { gigsWorld, type GigsWorld } from './world.suite.ts';
import { signAsSvix } from '../svix-signature.ts';

/** Gigs' words and what they are with us, row by row, typed from its documentation. */
let world: GigsWorld;
let line: { msisdn: string; subscription: Subscription };
let porting: Porting;
let count = 0;
beforeAll(async () => {
  world = await gigsWorld();
  line = await activate();
  const sent = await world.port.submitPortIn(comes());
  const made = world.project.has.portings.find((one) => 'ref' in sent && one.id === sent.ref);
  if (!made) throw new Error(`The port-in is ${sent.kind}`);
  porting = made;
});
afterAll(() => world.close());
beforeEach(() => {
  line.subscription.status = 'active';
  Object.assign(porting, { status: 'pending', required: [], declinedCode: null });
});

async function activate() {
  count += 1;
  const about = { customer: ann, zipCode: '10038', simType: 'esim', planId: 'pln_one' } as const;
  const subscriber = { firstName: 'Ann', lastName: 'Bee' };
  const { ref } = await world.port.activate({ key: `line:${count}`, subscriber, ...about });
  for (let step = 0; step < 2; step += 1) await world.pass(2000);
  const subscription = world.project.has.subscriptions.find((one) => one.id === ref);
  if (!subscription?.phoneNumber) throw new Error('There is no line');
  return { subscription, msisdn: subscription.phoneNumber.slice(2) };
}

function comes(): PortInRequest {
  count += 1;
  return {
    key: `port:${count}`,
    customer: ann,
    msisdn: world.stage.incoming('arrives'),
    zipCode: '10038',
    oldAccount: { accountNumber: '998877665', pin: '4321' },
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
    line: { key: `brought:${count}`, planId: 'pln_one' },
  };
}

test.each([
  ['pending', 'pending', 'active'],
  ['initiated', 'pending', 'active'],
  ['active', 'active', 'active'],
  ['restricted', 'restricted', 'restricted'],
  ['ended', 'ended', 'released'],
  ['a_state_of_next_year', 'pending', 'active'],
])(
  '[M07] a subscription that is %s is an activation %s and a line %s',
  async (status, kind, is) => {
    const { subscription, msisdn } = line;
    subscription.status = status;
    expect((await world.port.viewActivation(subscription.id)).kind).toBe(kind);
    expect(await world.port.viewLine({ msisdn })).toBe(is);
  },
);

test.each([
  ['draft', 'pending'],
  ['initiated', 'pending'],
  ['pending', 'pending'],
  ['informationRequired', 'details_required'],
  ['requested', 'pending'],
  ['declined', 'rejected'],
  ['failed', 'rejected'],
  ['completed', 'completed'],
  ['canceled', 'cancelled'],
  ['expired', 'expired'],
  ['a_state_of_next_year', 'pending'],
])('[M07] a porting that is %s is a port-in that is %s', async (status, kind) => {
  Object.assign(porting, { status, required: ['accountNumber'] });
  const seen = await world.port.viewPortIn(porting.id);
  expect(seen).toMatchObject({ kind, ref: porting.id });
  if (status !== 'failed') return;
  const raw = { code: 'failed', text: '' };
  expect(seen).toEqual({ kind, ref: porting.id, reason: 'carrier_system', raw });
});

test.each([
  ['portingAccountNumberRequiredOrInvalid', 'account_number'],
  ['portingAccountPinRequiredOrInvalid', 'transfer_pin'],
  ['portingAddressRequiredOrInvalid', 'address'],
  ['portingZipCodeRequiredOrInvalid', 'zip'],
  ['portingFirstNameRequiredOrInvalid', 'name'],
  ['portingLastNameRequiredOrInvalid', 'name'],
  ['portingUserInformationMismatch', 'name'],
  ['portingPhoneNumberPortProtected', 'port_locked'],
  ['portingPhoneNumberNotActive', 'not_active'],
  ['portingPhoneNumberNotFound', 'not_found'],
  ['portingPhoneNumberAdministrative', 'not_portable'],
  ['portingPhoneNumberPrepaid', 'prepaid_mismatch'],
  ['portingPendingOtherProvider', 'pending_elsewhere'],
  ['portingSameNewAndOldNetworkProvider', 'same_network'],
  ['portingDuplicated', 'duplicate'],
  ['portingDeclined', 'unknown'],
  ['portingCodeOfNextYear', 'unknown'],
])('[M07] an old carrier that declines by %s is told as %s', async (declinedCode, reason) => {
  Object.assign(porting, { status: 'declined', declinedCode, declinedMessage: 'Their words.' });
  expect(await world.port.viewPortIn(porting.id)).toEqual({
    kind: 'rejected',
    ref: porting.id,
    reason,
    raw: { code: declinedCode, text: 'Their words.' },
  });
});

test.each([
  ['accountNumber', ['billingAccount']],
  ['accountPin', ['pinPassword']],
  ['address', ['address', 'city', 'state', 'zipCode']],
  ['birthday', ['birthday']],
  ['firstName', ['firstName']],
  ['lastName', ['lastName']],
])('[M07] where Gigs wants %s the customer is asked for %j', async (field, required) => {
  Object.assign(porting, { status: 'informationRequired', required: [field] });
  expect(await world.port.viewPortIn(porting.id)).toEqual({
    kind: 'details_required',
    ref: porting.id,
    required,
    raw: { code: 'informationRequired', text: field },
  });
});

test('[M07] several at once are asked for together, and named one by one to the operator', async () => {
  const required = ['accountNumber', 'donorProvider', 'birthday'];
  Object.assign(porting, { status: 'informationRequired', required });
  expect(await world.port.viewPortIn(porting.id)).toMatchObject({
    required: ['billingAccount', 'birthday'],
    raw: { code: 'informationRequired', text: 'accountNumber, donorProvider, birthday' },
  });
});

test.each(['donorProvider', 'donorProviderApproval'])(
  '[M07] where Gigs wants %s, which no customer can tell, it is a delay',
  async (field) => {
    Object.assign(porting, { status: 'informationRequired', required: [field] });
    const raw = { code: 'informationRequired', text: field };
    const delayed = { kind: 'delayed', ref: porting.id, raw };
    expect(await world.port.viewPortIn(porting.id)).toEqual(delayed);
  },
);

test.each([
  ['portingNotSupported', 'not_portable', 'not_portable'],
  ['portingPhoneNumberBlocked', 'not_portable', 'not_portable'],
  ['portingDonorProviderNotFound', 'not_portable', 'not_portable'],
  ['portingAlreadyExists', 'pending_elsewhere', 'pending_elsewhere'],
  ['portingConflictsWithPortOut', 'carrier_system', 'not_portable'],
  ['portingPerUserLimitExceeded', 'carrier_system', 'not_portable'],
  ['portingUserAddressRequired', 'carrier_system', 'not_portable'],
  ['portingCodeOfNextYear', 'carrier_system', 'not_portable'],
])('[M07] a porting that Gigs refuses by %s is not made: %s', async (error, reason, checked) => {
  const asked = comes();
  const { msisdn, zipCode } = asked;
  world.project.incoming.set(`+1${msisdn}`, { required: [], error });
  const raw = { code: error, text: '' };
  expect(await world.port.submitPortIn(asked)).toEqual({ kind: 'not_created', reason, raw });
  const answer = { portable: false, reason: checked };
  expect(await world.port.checkPortIn({ msisdn, zipCode })).toEqual(answer);
});

test.each([
  ['initiated', 'pending', 'pending'],
  ['pending', 'pending', 'pending'],
  ['applied', 'active', 'changed'],
  ['failed', 'refused', 'refused'],
  ['deleted', 'cancelled', 'refused'],
  ['a_state_of_next_year', 'pending', 'pending'],
])(
  '[M07] a change that is %s is a SIM change %s and a plan change %s',
  async (status, sim, plan) => {
    count += 1;
    const { msisdn } = line;
    const card = { key: `sim:${count}`, msisdn, oldIccid: '', simType: 'esim' } as const;
    const other = { key: `plan:${count}`, msisdn, planId: 'pln_two' };
    await world.port.changeSim(card);
    await world.port.changePlan(other);
    for (const one of world.project.has.changes.slice(0, 2)) one.status = status;
    expect((await world.port.changeSim(card)).kind).toBe(sim);
    expect((await world.port.changePlan(other)).kind).toBe(plan);
  },
);

test.each([
  ['installed', 'installed'],
  ['enabled', 'enabled'],
  ['disabled', 'disabled'],
  ['deleted', 'deleted'],
  ['unknown', 'ready'],
])('[M07] a profile that is %s is an eSIM that is %s', async (status, state) => {
  const sim = world.project.addSim('eSIM', 'active');
  world.project.has.profiles.set(sim.id, { status, updatedAt: world.project.time() });
  const code = `LPA:1$smdp.gigs.example$${sim.iccid.slice(-12)}`;
  const activationCode = state === 'deleted' ? '' : code;
  expect(await world.port.viewEsim(sim.iccid)).toEqual({ state, activationCode });
  sim.status = 'retired';
  expect(await world.port.viewEsim(sim.iccid)).toEqual({ state: 'deleted', activationCode: '' });
});

test.each([
  ['inactive', { ours: true, inUse: false }],
  ['active', { ours: true, inUse: true }],
  ['retired', { ours: true, inUse: true }],
] as const)('[M07] a SIM that is %s is %j', async (status, is) => {
  expect(await world.port.checkSim(world.project.addSim('pSIM', status).iccid)).toEqual(is);
});

test.each([
  ['initiated', 'pending'],
  ['processing', 'pending'],
  ['issued', 'issued'],
  ['completed', 'refused'],
  ['expired', 'refused'],
  ['failed', 'refused'],
  ['a_state_of_next_year', 'pending'],
])('[M07] a port-out that is %s is a transfer PIN that is %s', async (status, kind) => {
  const { msisdn, subscription } = await activate();
  const asked = { key: `pin:${count}`, msisdn };
  await world.port.issueTransferPin(asked);
  const [portOut] = world.project.has.portOuts;
  if (portOut?.subscription !== subscription.id) throw new Error('It was not asked for');
  portOut.status = status;
  const given = { accountNumber: '512345678', accountPin: '777001', portOut: portOut.id };
  world.project.has.credentials.push({ object: 'portOutCredentials', ...given });
  expect((await world.port.issueTransferPin(asked)).kind).toBe(kind);
});

/** Signed as Svix signs; its address and version are Gigs' own. */
function told(data: object) {
  const event = { object: 'event', type: 'com.gigs.x', project: 'portside-test', data };
  const key = Buffer.from(world.settings.webhookSecret.slice('whsec_'.length), 'base64');
  const body = JSON.stringify(event);
  const headers = signAsSvix('msg_1', body, key, world.test.world.clock.now());
  return world.port.readNotice(headers, body);
}

const left = { cancellationDetails: { cause: 'phoneNumberPortedOut' } };
const ended = { cancellationDetails: { cause: 'subscriptionEnded' } };
test.each([
  ['subscription', { status: 'pending' }, 'activation', 'id_1'],
  ['subscription', { status: 'initiated' }, 'activation', 'id_1'],
  ['subscription', { status: 'active' }, 'activation', 'id_1'],
  ['subscription', { status: 'restricted' }, 'line', 'id_1'],
  ['subscription', { status: 'ended', ...ended }, 'line', 'id_1'],
  ['subscription', { status: 'ended', ...left }, 'portout', 'id_1'],
  ['porting', {}, 'portin', 'id_1'],
  ['portOut', {}, 'transferpin', 'id_1'],
  ['subscriptionChange', { sim: { iccid: '8900' }, subscription: 'sub_1' }, 'simchange', 'id_1'],
  ['subscriptionChange', { plan: {}, sim: null, subscription: 'sub_1' }, 'plan', 'sub_1'],
  ['eSimProfile', { sim: { iccid: '8900' } }, 'esim', '8900'],
  ['sim', { iccid: '8900' }, 'esim', '8900'],
  ['usageNotification', { subscription: 'sub_1' }, 'usage', 'sub_1'],
  ['usageThresholdExceeded', { subscription: 'sub_1' }, 'usage', 'sub_1'],
  ['usageBalance', { subscription: 'sub_1' }, 'usage', 'sub_1'],
  ['invoice', {}, 'other', 'id_1'],
  ['device', {}, 'other', 'id_1'],
])('[M07] a notice with a %s (%j) is about %s', (object, more, about, ref) => {
  expect(told({ object, id: 'id_1', ...more })).toEqual({ id: 'msg_1', about, ref });
});
