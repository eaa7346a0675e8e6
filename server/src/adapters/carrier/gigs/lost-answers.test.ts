import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActivationRequest, CarrierCustomer } from '../carrier-activations.ts';
import type { PortInRequest } from '../carrier-port-ins.ts';
import { gigsCarrier } from './carrier.ts';
import { gigsWorld, type GigsWorld } from './world.suite.ts';

let world: GigsWorld;
let people = 0;

beforeAll(async () => {
  world = await gigsWorld();
});
afterAll(() => world.close());

const address = {
  streetNumber: '120',
  streetDirection: '',
  streetName: 'Fulton Street',
  streetUnit: '4B',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

function somebody(): CarrierCustomer {
  people += 1;
  const email = `person${people}@example.com`;
  return { id: `cus_${people}`, email, firstName: 'Ann', lastName: 'Bee', language: 'es' };
}

function aLine(customer = somebody()): ActivationRequest {
  const subscriber = { firstName: 'Ann', lastName: 'Bee' };
  const about = { zipCode: '10038', simType: 'esim', planId: 'pln_one', address } as const;
  return { key: `line:${customer.id}`, customer, subscriber, ...about };
}

function aPortIn(customer = somebody()): PortInRequest {
  return {
    key: `port:${customer.id}`,
    customer,
    msisdn: world.stage.incoming('arrives'),
    zipCode: '10038',
    oldAccount: { accountNumber: '998877665', pin: '4321' },
    subscriber: { firstName: 'Ann', lastName: 'Bee' },
    line: { key: `line:${customer.id}`, planId: 'pln_one' },
  };
}

/** What Gigs has of somebody. */
function ofCustomer({ id }: CarrierCustomer) {
  const { has } = world.project;
  const users = has.users.filter((one) => one.metadata['portside_customer'] === id);
  const mine = (user: string) => users.some((one) => one.id === user);
  return {
    users: users.length,
    addresses: has.addresses.filter((one) => mine(one.user)).length,
    portings: has.portings.filter((one) => mine(one.user)).length,
    subscriptions: has.subscriptions.filter((one) => mine(one.user.id)).length,
  };
}

test.each([
  ['POST /users', /^POST \/users$/, 'not_done'],
  ['POST /users/{user}/addresses', /^POST .*\/addresses$/, 'not_done'],
  ['POST /subscriptions', /^POST \/subscriptions$/, 'unknown'],
])(
  '[M07] an activation is made once, though the answer of %s was lost',
  async (_, line, outcome) => {
    const asked = aLine();
    world.server.fail(line, 'lost');
    await expect(world.port.activate(asked)).rejects.toMatchObject({ outcome });
    expect((await world.port.activate(asked)).kind).toBe('pending');
    const one = { users: 1, addresses: 1, portings: 0, subscriptions: 1 };
    expect(ofCustomer(asked.customer)).toEqual(one);
  },
);

test.each([
  ['POST /users', /^POST \/users$/, 'not_done'],
  ['POST /portings', /^POST \/portings$/, 'unknown'],
  ['PATCH /portings/{porting}', /^PATCH \/portings/, 'unknown'],
  ['POST /subscriptions', /^POST \/subscriptions$/, 'unknown'],
])('[M07] a port-in is made once, though the answer of %s was lost', async (_, line, outcome) => {
  const asked = aPortIn();
  world.server.fail(line, 'lost');
  await expect(world.port.submitPortIn(asked)).rejects.toMatchObject({ outcome });
  expect(await world.port.submitPortIn(asked)).toMatchObject({ kind: 'pending' });
  const one = { users: 1, addresses: 0, portings: 1, subscriptions: 1 };
  expect(ofCustomer(asked.customer)).toEqual(one);
  const [porting] = world.project.has.portings;
  expect(porting).toMatchObject({ accountNumber: '998877665', accountPinExists: true });
});

test('[M07] of two numbers of one customer whose answers were lost, each goes on with its own', async () => {
  const customer = somebody();
  const [one, other] = [aPortIn(customer), aPortIn(customer)].map((asked, at) => ({
    ...asked,
    key: `${asked.key}:${at}`,
    line: { key: `line:${customer.id}:${at}`, planId: 'pln_one' },
  }));
  if (!one || !other) throw new Error('There are two');
  for (const asked of [one, other]) {
    world.server.fail(/^POST \/portings$/, 'lost');
    await expect(world.port.submitPortIn(asked)).rejects.toMatchObject({ outcome: 'unknown' });
  }
  for (const asked of [one, other]) {
    const { kind, ref } = { ref: '', ...(await world.port.submitPortIn(asked)) };
    expect(kind).toBe('pending');
    const its = world.project.has.portings.find(({ id }) => id === ref);
    expect(its?.phoneNumber).toBe(`+1${asked.msisdn}`);
  }
  expect(ofCustomer(customer)).toEqual({ users: 1, addresses: 0, portings: 2, subscriptions: 2 });
});

test('[M07] a draft whose answer was lost is no port-in yet, so it is sent again', async () => {
  const asked = aPortIn();
  world.server.fail(/^POST \/portings$/, 'lost');
  await expect(world.port.submitPortIn(asked)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await world.port.findPortIn(asked)).toBeUndefined();
  expect((await world.port.submitPortIn(asked)).kind).toBe('pending');
  expect((await world.port.findPortIn(asked))?.kind).toBe('pending');
});

test('[M07] a change of plan that was answered late is found, and another one is not taken for it', async () => {
  const msisdn = await active();
  const change = (key: string) => ({ key: `${key}:${msisdn}`, msisdn, planId: 'pln_two' });
  world.server.fail(/^POST \/subscriptionChanges$/, 'lost');
  await expect(world.port.changePlan(change('a'))).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await world.port.changePlan(change('a'))).toEqual({ kind: 'pending' });
  expect(world.project.has.changes.filter(planOf(msisdn))).toHaveLength(1);
  await world.port.changePlan(change('b'));
  expect(world.project.has.changes.filter(planOf(msisdn))).toHaveLength(2);
});

test('[M07] where Gigs may still be at it, nothing is made a second time for a minute', async () => {
  const asked = aLine();
  const creates = () => world.server.requests.filter((one) => one.line === 'POST /subscriptions');
  world.server.fail(/^POST \/subscriptions$/, 'cut');
  await expect(world.port.activate(asked)).rejects.toMatchObject({ outcome: 'unknown' });
  const before = creates().length;
  await expect(world.port.activate(asked)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(creates()).toHaveLength(before);
  await world.pass(61_000);
  expect((await world.port.activate(asked)).kind).toBe('pending');
  expect(creates()).toHaveLength(before + 1);
});

test.each(['/users', '/users/{user}/addresses', '/subscriptions'])(
  '[M07] a line whose account was joined to another one is made once, though the answer of POST %s was lost',
  async (path) => {
    const asked = aLine();
    const owner = somebody();
    world.server.fail(new RegExp(`^POST ${path.replace('{user}', '[^/]+')}$`), 'lost');
    await expect(world.port.activate(asked)).rejects.toMatchObject({ service: 'carrier' });
    const joined = { ...asked, customer: owner };
    const found = await world.port.findActivation(joined);
    if (path === '/subscriptions') expect(found?.kind).toBe('pending');
    const made = await world.port.activate(joined);
    expect(world.project.has.subscriptions.filter(isOfLine(asked.key))).toMatchObject([
      { id: made.ref },
    ]);
  },
);

test.each(['POST /portings', 'PATCH /portings/{porting}', 'POST /subscriptions'])(
  '[M07] a number whose account was joined to another one comes once, though the answer of %s was lost',
  async (line) => {
    const asked = aPortIn();
    world.server.fail(new RegExp(`^${line.replace('{porting}', '[^/]+')}$`), 'lost');
    await expect(world.port.submitPortIn(asked)).rejects.toMatchObject({ outcome: 'unknown' });
    const joined = { ...asked, customer: somebody() };
    const made = await world.port.submitPortIn(joined);
    expect(made.kind).toBe('pending');
    const { has } = world.project;
    const number = `+1${asked.msisdn}`;
    const portings = has.portings.filter((one) => one.phoneNumber === number);
    expect(portings).toMatchObject([{ id: 'ref' in made ? made.ref : '', status: 'pending' }]);
    expect(has.subscriptions.filter(isOfLine(asked.line?.key))).toHaveLength(1);
  },
);

test('[M07] a number that waits comes to a line of the account that its own was joined to', async () => {
  const { line: _none, ...asked } = aPortIn();
  await world.port.submitPortIn(asked);
  const owner = somebody();
  const { ref } = await world.port.activate({ ...aLine(owner), msisdn: asked.msisdn });
  const made = world.project.has.subscriptions.find((one) => one.id === ref);
  expect(made?.porting).toMatchObject({ phoneNumber: `+1${asked.msisdn}`, user: made?.user.id });
});

const isOfLine = (key: string | undefined) => (one: { metadata: Record<string, string> }) =>
  one.metadata['portside_line'] === key;

test('[M07] two processes that activate the same line at once make one', async () => {
  const other = gigsCarrier(world.settings, world.test.world);
  const asked = aLine();
  const all = await Promise.allSettled([world.port.activate(asked), other.activate(asked)]);
  for (const one of all) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ outcome: 'not_done' });
  }
  expect((await other.activate(asked)).kind).toBe('pending');
  expect(ofCustomer(asked.customer).subscriptions).toBe(1);
});

test('[M07] two lines of a new customer at once are of one user', async () => {
  const customer = somebody();
  const [one, two] = [aLine(customer), { ...aLine(customer), key: 'another' }];
  await Promise.all([world.port.activate(one), world.port.activate(two)]);
  const both = { users: 1, addresses: 1, portings: 0, subscriptions: 2 };
  expect(ofCustomer(customer)).toEqual(both);
});

test.each([
  [429, 'not_done'],
  [500, 'unknown'],
  [503, 'unknown'],
] as const)('[M07] what Gigs answers with %i is asked again: %s', async (fault, outcome) => {
  const asked = aLine();
  world.server.fail(/^POST \/subscriptions$/, fault);
  await expect(world.port.activate(asked)).rejects.toMatchObject({ service: 'carrier', outcome });
  await world.pass(61_000);
  expect((await world.port.activate(asked)).kind).toBe('pending');
  expect(ofCustomer(asked.customer).subscriptions).toBe(1);
});

test('[M07] what only looks has done nothing, whatever becomes of its answer', async () => {
  world.server.fail(/^POST \/sims\/search$/, 'lost');
  const looking = world.port.checkSim(world.stage.card('ours'));
  await expect(looking).rejects.toMatchObject({ outcome: 'not_done' });
});

test('[M07] a line whose plan Gigs does not have waits for its plan, and is not refused', async () => {
  const asked = { ...aLine(), planId: 'pln_forgotten' };
  const first = await world.port.activate(asked).catch((error: unknown) => error);
  expect(first).toMatchObject({ outcome: 'not_done' });
  expect(String((first as Error).cause)).toContain('no plan pln_forgotten');
  world.project.addPlan('pln_forgotten');
  expect((await world.port.activate(asked)).kind).toBe('pending');
});

test('[M07] that a plan is missing is not said while Gigs does not tell', async () => {
  const asked = aLine();
  world.server.fail(/^POST \/subscriptions$/, 404);
  world.server.fail(/^GET \/plans\/pln_one$/, 503);
  const told = await world.port.activate(asked).catch((error: unknown) => error);
  expect(told).toMatchObject({ service: 'carrier', outcome: 'not_done' });
  expect(String((told as Error).cause)).not.toContain('no plan');
  expect((await world.port.activate(asked)).kind).toBe('pending');
});

test('[M07] a user whom Gigs knows by email becomes the customer’s, and of two accounts with one email both’s', async () => {
  const customer = somebody();
  const { email } = customer;
  const about = { createdAt: world.project.time(), fullName: null, preferredLocale: 'en-US' };
  const id = world.project.id('usr');
  const known = { object: 'user' as const, id, metadata: {}, email, status: 'active', ...about };
  world.project.has.users.push(known);
  await world.port.activate(aLine(customer));
  expect(world.project.has.subscriptions[0]?.user.id).toBe(id);
  const [taken] = world.project.has.users.filter((one) => one.metadata['portside_customer']);
  const other = { ...somebody(), email: taken?.email ?? '' };
  const { ref } = await world.port.activate(aLine(other));
  const line = world.project.has.subscriptions.find((one) => one.id === ref);
  expect(line?.user.id).toBe(taken?.id);
});

async function active(): Promise<string> {
  const { ref } = await world.port.activate(aLine());
  for (let step = 0; step < 5; step += 1) await world.pass(2000);
  const line = await world.port.viewActivation(ref);
  if (line.kind !== 'active') throw new Error(line.kind);
  return line.msisdn;
}

const planOf = (msisdn: string) => (one: { subscription: string; plan: object | null }) =>
  one.plan !== null &&
  world.project.has.subscriptions.some(
    ({ id, phoneNumber }) => id === one.subscription && phoneNumber === `+1${msisdn}`,
  );

test('[M07] [K16] a transfer PIN is made once, though its answer was lost, and a later key is given the same', async () => {
  const asked = aLine();
  const { ref } = await world.port.activate(asked);
  for (let step = 0; step < 3; step += 1) await world.pass(2000);
  const line = world.project.has.subscriptions.find((one) => one.id === ref);
  const msisdn = line?.phoneNumber?.slice(2) ?? '';
  const made = () => world.project.has.portOuts.filter((one) => one.subscription === ref);
  const issue = (key: string) => world.port.issueTransferPin({ key, msisdn });
  world.server.fail(/^POST \/portOuts$/, 'cut');
  await expect(issue('pin:1')).rejects.toMatchObject({ outcome: 'unknown' });
  await world.pass(61_000);
  world.server.fail(/^POST \/portOuts$/, 'lost');
  await expect(issue('pin:1')).rejects.toMatchObject({ outcome: 'unknown' });
  const [first] = made();
  // Its notice may come before we know its id.
  const held = () => world.port.viewIssuedPin(first?.id ?? '');
  expect(await held()).toBeUndefined();
  await world.pass(2000);
  expect(await held()).toMatchObject({ msisdn, isAskedFor: true });
  Object.assign(first ?? {}, { status: 'processing' });
  expect(await issue('pin:1')).toEqual({ kind: 'pending' });
  expect(await issue('pin:2')).toEqual({ kind: 'pending' });
  await world.pass(2000);
  expect(await held()).toEqual({
    msisdn,
    isAskedFor: true,
    expiresAt: new Date(first?.expiredAt ?? ''),
  });
  const credentials = world.project.has.credentials.find((one) => one.portOut === first?.id);
  const issued = await issue('pin:1');
  expect(issued).toEqual({
    kind: 'issued',
    accountNumber: credentials?.accountNumber,
    transferPin: credentials?.accountPin,
    expiresAt: new Date(first?.expiredAt ?? ''),
  });
  world.server.fail(/^GET .*\/credentials$/, 503);
  await expect(issue('pin:1')).rejects.toMatchObject({ outcome: 'not_done' });
  expect(await issue('pin:2')).toEqual(issued);
  expect(made()).toHaveLength(1);
  // What has ended there is no PIN, even before its status says so.
  await world.pass(5 * 86_400_000);
  expect(await held()).toBeUndefined();
  expect(await issue('pin:2')).toEqual({ kind: 'refused' });
  expect(await issue('pin:3')).toEqual({ kind: 'pending' });
  expect(made()).toHaveLength(2);
  // Without an account number, and without an end.
  await world.pass(2000);
  Object.assign(made()[0] ?? {}, { expiredAt: null });
  Object.assign(world.project.has.credentials.at(-1) ?? {}, { accountNumber: null });
  expect(await issue('pin:3')).toMatchObject({
    kind: 'issued',
    accountNumber: '',
    expiresAt: null,
  });
  Object.assign(made()[0] ?? {}, { status: 'failed' });
  expect(await issue('pin:3')).toEqual({ kind: 'refused' });
  Object.assign(line ?? {}, { status: 'restricted' });
  expect(await issue('pin:4')).toEqual({ kind: 'refused' });
});
