import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierCustomer } from '../carrier-activations.ts';
import { made, sentTo } from './sent.suite.ts';
import { gigsWorld, type GigsWorld } from './world.suite.ts';

/** What each call sends, field by field, typed from Gigs' documentation. */
let world: GigsWorld;
let count = 0;
beforeAll(async () => {
  world = await gigsWorld();
});
afterAll(() => world.close());

const sent = (work: () => Promise<unknown>) => sentTo(world, work);

function somebody(language: 'en' | 'es' = 'en'): CarrierCustomer {
  count += 1;
  const email = `person${count}@example.com`;
  return { id: `cus_${count}`, email, firstName: 'Ann', lastName: 'Bee', language };
}

const subscriber = { firstName: 'Ann', lastName: 'Bee' };
const address = {
  streetNumber: '120',
  streetDirection: 'N',
  streetName: 'Fulton Street',
  streetUnit: '4B',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

function aLine(customer: CarrierCustomer, change: object = {}) {
  const about = { zipCode: '10038', simType: 'esim', planId: 'pln_one' } as const;
  return { key: `line:${customer.id}`, customer, subscriber, ...about, ...change };
}

async function activated() {
  const { ref } = await world.port.activate(aLine(somebody()));
  for (let step = 0; step < 2; step += 1) await world.pass(2000);
  const found = world.project.has.subscriptions.find((one) => one.id === ref);
  if (!found?.phoneNumber) throw new Error('It was not activated');
  return { id: ref, msisdn: found.phoneNumber.slice(2) };
}

const userOf = ({ email }: CarrierCustomer) =>
  world.project.has.users.find((one) => one.email === email)?.id ?? '';

const page = { limit: '200' };
const states = 'pending,initiated,active,restricted,ended';

test.each([
  ['en', 'en-US'],
  ['es', 'es-US'],
] as const)(
  '[M07] a line begins with a user who reads %s (%s), an address and a plan',
  async (language, preferredLocale) => {
    const customer = somebody(language);
    const asked = aLine(customer, { address });
    const all = await sent(() => world.port.activate(asked));
    const user = userOf(customer);
    const [home] = world.project.has.addresses;
    const line1 = '120 N Fulton Street';
    const where = { line1, line2: '4B', city: 'New York', state: 'NY', postalCode: '10038' };
    const [subscription] = world.project.has.subscriptions;
    expect(all).toEqual([
      ['POST /users/search', { email: customer.email }],
      [
        'POST /users',
        {
          email: customer.email,
          fullName: 'Ann Bee',
          preferredLocale,
          metadata: { portside_customer: customer.id },
        },
      ],
      ['GET /subscriptions', { ...page, user, status: states }],
      [`GET /users/${user}/addresses`, page],
      [`POST /users/${user}/addresses`, { ...where, country: 'US' }],
      [
        'POST /subscriptions',
        {
          plan: 'pln_one',
          user,
          userAddress: home?.id,
          metadata: { portside_line: asked.key },
        },
      ],
      [`GET /subscriptions/${subscription?.id}`, {}],
    ]);
  },
);

test('[M07] an address is asked for once, and another one is another', async () => {
  const customer = somebody();
  await world.port.activate(aLine(customer, { address }));
  const again = (key: string, change: object) =>
    sent(() =>
      world.port.activate(aLine(customer, { key, address: { ...address, ...change } })),
    ).then((all) => made(all).map(([line]) => line));
  const subscribed = 'POST /subscriptions';
  expect(await again('same', {})).toEqual([subscribed]);
  const other = `POST /users/${userOf(customer)}/addresses`;
  const others = [
    { streetNumber: '121' },
    { streetUnit: '' },
    { city: 'Albany' },
    { zipCode: '10039' },
    { state: 'NJ' },
  ];
  for (const [at, change] of others.entries()) {
    expect(await again(`other:${at}`, change)).toEqual([other, subscribed]);
    expect(await again(`other:${at}:again`, change)).toEqual([subscribed]);
  }
});

test('[M07] a card is looked up by its number and goes along by its id', async () => {
  const customer = somebody();
  const sim = world.project.addSim('pSIM');
  const card = { simType: 'physical', iccid: sim.iccid } as const;
  const all = await sent(() => world.port.activate(aLine(customer, card)));
  expect(all).toContainEqual(['POST /sims/search', { iccid: sim.iccid }]);
  expect(made(all).at(-1)).toEqual([
    'POST /subscriptions',
    {
      plan: 'pln_one',
      user: userOf(customer),
      sim: sim.id,
      metadata: { portside_line: `line:${customer.id}` },
    },
  ]);
});

test('[M07] a plan and a SIM are changed now, and a change of SIM is taken back', async () => {
  const { id: subscription, msisdn } = await activated();
  const plan = { key: `plan:${count}`, msisdn, planId: 'pln_two' };
  expect(made(await sent(() => world.port.changePlan(plan)))).toEqual([
    ['POST /subscriptionChanges', { plan: 'pln_two', subscription, when: 'now' }],
  ]);
  const esim = { key: `sim:${count}`, msisdn, oldIccid: '', simType: 'esim' } as const;
  const all = await sent(() => world.port.changeSim(esim));
  expect(made(all)).toEqual([
    ['POST /subscriptionChanges', { sim: 'auto', subscription, when: 'now' }],
  ]);
  const [change] = world.project.has.changes;
  expect(made(await sent(() => world.port.cancelSimChange(esim)))).toEqual([
    [`DELETE /subscriptionChanges/${change?.id}`, {}],
  ]);
  const sim = world.project.addSim('pSIM');
  const card = { ...esim, key: `card:${count}`, simType: 'physical', iccid: sim.iccid } as const;
  expect(made(await sent(() => world.port.changeSim(card)))).toEqual([
    ['POST /subscriptionChanges', { sim: sim.id, subscription, when: 'now' }],
  ]);
});

test('[M07] a line is given up by its subscription’s end', async () => {
  const { id, msisdn } = await activated();
  const release = () => world.port.releaseLine({ lineKey: `line:cus_${count}`, msisdn });
  const gone = [`DELETE /subscriptions/${id}`, {}];
  expect(made(await sent(release))).toEqual([gone]);
  expect(made(await sent(release))).toEqual([]);
});

test('[M07] a transfer PIN is a port-out of the line, made once', async () => {
  const { id: subscription, msisdn } = await activated();
  const asked = { key: `pin:${count}`, msisdn };
  const all = await sent(() => world.port.issueTransferPin(asked));
  expect(all).toContainEqual(['GET /portOuts', { ...page, subscription }]);
  expect(made(all)).toEqual([['POST /portOuts', { subscription }]]);
  expect(made(await sent(() => world.port.issueTransferPin(asked)))).toEqual([]);
});

test('[M07] usage is asked for by the day, from its beginning or the line’s', async () => {
  const { id, msisdn } = await activated();
  const today = world.test.world.clock.now().toISOString().slice(0, 10);
  const asked = { aggregation: 'daily', start: today, end: today };
  expect(await sent(() => world.port.usage({ msisdn }, new Date(0)))).toContainEqual([
    `GET /subscriptions/${id}/usage`,
    asked,
  ]);
});

test('[M07] an eSIM is read by its number, its profile and its code', async () => {
  const sim = world.project.addSim('eSIM', 'active');
  expect(await sent(() => world.port.viewEsim(sim.iccid))).toEqual([
    ['POST /sims/search', { iccid: sim.iccid }],
    [`GET /sims/${sim.id}/eSimProfile`, {}],
    [`GET /sims/${sim.id}/credentials`, {}],
  ]);
});

test.each([
  [{ status: 422, code: 'simAlreadyUsed' }, 'sim_in_use'],
  [{ status: 422, code: 'deviceBlocked' }, 'device_blocked'],
  [{ status: 422, code: 'userAddressInvalid' }, 'other'],
  [{ status: 400, code: 'codeOfNextYear' }, 'other'],
])('[M07] a subscription refused by %j is an activation refused as %s', async (fault, reason) => {
  world.server.fail(/^POST \/subscriptions$/, fault);
  const answer = await world.port.activate(aLine(somebody()));
  expect(answer).toMatchObject({ kind: 'refused', reason });
});

test.each([
  [{ status: 400 }, 'not_done', 'not_done'],
  [{ status: 422 }, 'not_done', 'not_done'],
  [{ status: 401, code: 'unauthenticated' }, 'refused', 'not_done'],
  [{ status: 401 }, 'not_done', 'not_done'],
  [{ status: 403 }, 'not_done', 'not_done'],
  [{ status: 429, code: 'tooMany' }, 'not_done', 'not_done'],
  [{ status: 500, code: 'unknown' }, 'unknown', 'not_done'],
  [{ status: 502 }, 'unknown', 'not_done'],
  [{ status: 503 }, 'unknown', 'not_done'],
])(
  '[M07] %j to what makes something is %s, and to what only looks %s',
  async (fault, makes, looks) => {
    const { msisdn } = await activated();
    world.server.fail(/^POST \/subscriptionChanges$/, fault);
    const change = world.port.changePlan({ key: `plan:${count}`, msisdn, planId: 'pln_two' });
    if (makes === 'refused') expect(await change).toEqual({ kind: 'refused' });
    else await expect(change).rejects.toMatchObject({ service: 'carrier', outcome: makes });
    world.server.fail(/^POST \/sims\/search$/, fault);
    const look = world.port.checkSim('8901410000000000013');
    await expect(look).rejects.toMatchObject({ service: 'carrier', outcome: looks });
    world.server.fail(/^GET \/subscriptions\//, fault);
    const view = world.port.viewLine({ msisdn });
    await expect(view).rejects.toMatchObject({ service: 'carrier', outcome: looks });
  },
);
