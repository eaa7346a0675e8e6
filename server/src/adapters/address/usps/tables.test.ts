import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutsideFailure } from '../../outside-failure.ts';
import { fulton } from '../address.suite.ts';
import { uspsAddress } from './address.ts';
import { openUsps, uspsLogin } from '../../../testing/usps/server.ts';

/** What is sent and what is read, typed from the post office's description. */
let usps: Awaited<ReturnType<typeof openUsps>>;
const now = new Date('2026-11-20T12:00:00Z');
beforeEach(async () => {
  usps = await openUsps();
});
afterEach(() => usps.close());

const open = (patience = 5000) =>
  uspsAddress({ ...uspsLogin, apiUrl: usps.url }, { clock: { now: () => now } }, patience);

const place = {
  streetAddress: '120 N FULTON ST',
  secondaryAddress: 'APT 4B',
  city: 'NEW YORK',
  state: 'NY',
  ZIPCode: '10038',
};
const details = (DPVConfirmation: string | null) => ({ DPVConfirmation });
const one = [{ code: '31', text: 'Single Response - exact match' }];
const tells = (body: object, status = 200) => usps.results.push({ status, body });

test('[M10] a token is asked for with the login, and an address with these fields', async () => {
  const port = open();
  await port.find({ ...fulton, streetDirection: 'N', streetUnit: 'Apt 4B' });
  await port.find(fulton);
  const accept = 'application/json';
  const address = 'GET /addresses/v3/address';
  expect(usps.requests).toEqual([
    {
      line: 'POST /oauth2/v3/token',
      accept,
      sent: '{"grant_type":"client_credentials","client_id":"consumer-key","client_secret":"s3cret-of-the-test"}',
    },
    {
      line: address,
      accept,
      sent: {
        streetAddress: '120 N Fulton Street',
        secondaryAddress: 'Apt 4B',
        city: 'New York',
        state: 'NY',
        ZIPCode: '10038',
      },
    },
    {
      line: address,
      accept,
      sent: {
        streetAddress: '120 Fulton Street',
        city: 'New York',
        state: 'NY',
        ZIPCode: '10038',
      },
    },
  ]);
});

test.each([
  ['Y', true],
  ['S', true],
  ['D', true],
  ['N', false],
  ['', false],
  [null, false],
])('[M10] an address that is confirmed as %j is one that it knows: %s', async (dpv, isKnown) => {
  tells({ address: place, additionalInfo: details(dpv), matches: one });
  tells({ address: place, addressAdditionalInfo: details(dpv) });
  const port = open();
  const known = isKnown ? { ...fulton, streetDirection: 'N', streetName: 'Fulton St' } : undefined;
  const found = known && { ...known, streetUnit: 'Apt 4B' };
  expect(await port.find(fulton)).toEqual(found);
  expect(await port.find({ ...fulton, streetUnit: 'Apt 4B' })).toEqual(found);
});

test.each([
  [['31'], true],
  [[], true],
  [['32'], false],
  [['22'], false],
  [['31', '22'], false],
])('[M10] matches %j are one place: %s', async (codes, isOne) => {
  const matches = codes.map((code) => ({ code, text: '' }));
  tells({ address: place, additionalInfo: details('Y'), matches });
  expect((await open().find(fulton)) !== undefined).toBe(isOne);
});

test.each([
  ['120 FULTON ST', '120', '', 'Fulton St'],
  ['120 N FULTON ST', '120', 'N', 'Fulton St'],
  ['120 NE FULTON ST', '120', 'NE', 'Fulton St'],
  ['120 NW FULTON ST', '120', 'NW', 'Fulton St'],
  ['120 SE FULTON ST', '120', 'SE', 'Fulton St'],
  ['120 SW FULTON ST', '120', 'SW', 'Fulton St'],
  ['120 S FULTON ST', '120', 'S', 'Fulton St'],
  ['120 E FULTON ST', '120', 'E', 'Fulton St'],
  ['120 W FULTON ST', '120', 'W', 'Fulton St'],
  ['12-34 42ND ST', '12-34', '', '42nd St'],
  ['12A O’NEIL ST NW', '12A', '', 'O’Neil St NW'],
])(
  '[M10] %s is number %s, direction "%s" and street %s',
  async (streetAddress, number, way, is) => {
    const address = { ...place, streetAddress, secondaryAddress: null };
    tells({ address, additionalInfo: details('Y'), matches: one });
    expect(await open().find(fulton)).toMatchObject({
      streetNumber: number,
      streetDirection: way,
      streetName: is,
      streetUnit: '',
    });
  },
);

test.each([
  ['PO BOX', {}],
  ['120 FULTON ST', { state: 'CA' }],
])('[M10] %s %j is no place of ours', async (streetAddress, more) => {
  const address = { ...place, streetAddress, ...more };
  tells({ address, additionalInfo: details('Y'), matches: one });
  expect(await open().find(fulton)).toBeUndefined();
});

test.each([
  [400, 'silence'],
  [404, 'silence'],
  [401, 'trouble'],
  [403, 'trouble'],
  [429, 'trouble'],
  [500, 'trouble'],
  [503, 'trouble'],
])('[M10] an answer %i is %s', async (status, is) => {
  tells({}, status);
  tells({}, status);
  const asked = open().find(fulton);
  if (is === 'silence') expect(await asked).toBeUndefined();
  else await expect(asked).rejects.toThrow(OutsideFailure);
});

test('[M10] a shape that is not the documented one is trouble', async () => {
  tells({ address: { ...place, city: '' } });
  await expect(open().find(fulton)).rejects.toMatchObject({ outcome: 'not_done' });
});
