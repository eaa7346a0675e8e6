import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PortInRequest } from '../carrier-port-ins.ts';
import { ann } from '../carrier-world.suite.ts';
import { made, sentTo } from './sent.suite.ts';
import { gigsWorld, type GigsWorld } from './world.suite.ts';

/** What a number that comes sends, field by field, typed from Gigs' documentation. */
let world: GigsWorld;
let count = 0;
beforeAll(async () => {
  world = await gigsWorld();
});
afterAll(() => world.close());

const sent = (work: () => Promise<unknown>) => sentTo(world, work);
const subscriber = { firstName: 'Ann', lastName: 'Bee' };
const userOf = ({ email }: { email: string }) =>
  world.project.has.users.find((one) => one.email === email)?.id ?? '';

function comes(change: Partial<PortInRequest> = {}): PortInRequest {
  count += 1;
  const email = `person${count}@example.com`;
  return {
    key: `port:${count}`,
    customer: { ...ann, id: `cus_${count}`, email },
    msisdn: world.stage.incoming('arrives'),
    zipCode: '10038',
    oldAccount: { accountNumber: '998877665', pin: '4321' },
    subscriber,
    line: { key: `brought:${count}`, planId: 'pln_one' },
    ...change,
  };
}

test('[M07] a number is brought to the plan’s network, with the old account, to a new line', async () => {
  const asked = comes();
  const all = await sent(() => world.port.submitPortIn(asked));
  const user = userOf(asked.customer);
  const [porting] = world.project.has.portings;
  const id = porting?.id ?? '';
  expect(all).toContainEqual(['GET /plans/pln_one', {}]);
  expect(made(all).slice(1)).toEqual([
    ['POST /portings', { phoneNumber: `+1${asked.msisdn}`, provider: 'p3', user }],
    [`PATCH /portings/${id}`, { accountNumber: '998877665', accountPin: '4321' }],
    [
      'POST /subscriptions',
      { plan: 'pln_one', user, porting: id, metadata: { portside_line: asked.line?.key } },
    ],
  ]);
});

const where = { address: '12 Oak St', city: 'Springfield', zipCode: '62701' };
const there = { line1: '12 Oak St', city: 'Springfield', postalCode: '62701', country: 'US' };
test.each([
  ['an account number', { accountNumber: '1' }, { accountNumber: '1' }],
  ['a PIN', { pin: '4321' }, { accountPin: '4321' }],
  ['a first name', { firstName: 'Al' }, { firstName: 'Al' }],
  ['a last name', { lastName: 'Bo' }, { lastName: 'Bo' }],
  ['a birthday', { birthday: '1990-01-31' }, { birthday: '1990-01-31' }],
  ['an address', where, { address: there }],
  ['a state', { ...where, state: 'IL' }, { address: { ...there, state: 'IL' } }],
  ['half an address', { address: '12 Oak St', city: 'Springfield', pin: '1' }, { accountPin: '1' }],
  ['a city alone', { city: 'Springfield', zipCode: '62701', pin: '1' }, { accountPin: '1' }],
  ['a street alone', { address: '12 Oak St', zipCode: '62701', pin: '1' }, { accountPin: '1' }],
])('[M07] %s is told to Gigs in its own words', async (_, oldAccount, details) => {
  const sentIn = await world.port.submitPortIn(comes());
  const ref = 'ref' in sentIn ? sentIn.ref : '';
  const porting = world.project.has.portings.find((one) => one.id === ref);
  Object.assign(porting ?? {}, { status: 'declined', required: ['birthday'] });
  const update = { key: `update:${count}`, ref, oldAccount, subscriber };
  const all = await sent(() => world.port.updatePortIn(update));
  expect(made(all)).toEqual([[`PATCH /portings/${ref}`, details]]);
});

test('[M07] a check is a porting of the user for checks, thrown away', async () => {
  const msisdn = world.stage.incoming('arrives');
  const all = await sent(() => world.port.checkPortIn({ msisdn, zipCode: '10038' }));
  const { checkUser: user } = world.settings;
  expect(all).toEqual([
    ['GET /plans', { limit: '200' }],
    ['POST /portings', { phoneNumber: `+1${msisdn}`, provider: 'p3', user }],
    [expect.stringMatching(/^DELETE \/portings\/prt_\d+$/), {}],
  ]);
});

test.each([
  ['draft', 'DELETE /portings/'],
  ['initiated', '/cancel'],
  ['pending', '/cancel'],
  ['informationRequired', '/cancel'],
  ['requested', '/cancel'],
  ['declined', '/cancel'],
  ['completed', undefined],
  ['failed', undefined],
  ['canceled', undefined],
  ['expired', undefined],
])('[M07] a porting that is %s is canceled by %s', async (status, call) => {
  const sentIn = await world.port.submitPortIn(comes());
  const ref = 'ref' in sentIn ? sentIn.ref : '';
  const porting = world.project.has.portings.find((one) => one.id === ref);
  Object.assign(porting ?? {}, { status });
  const all = made(await sent(() => world.port.cancelPortIn(ref)));
  expect(all).toHaveLength(call ? 1 : 0);
  if (call) expect(all[0]?.[0]).toContain(call);
  if (call === '/cancel') {
    expect(all).toEqual([[`POST /portings/${ref}/cancel`, {}]]);
    expect(porting?.status).toBe('canceled');
  }
});
