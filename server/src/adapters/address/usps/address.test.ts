import { afterEach, beforeEach, expect, test } from 'vitest';
import { hours, later, minutes } from '../../../clock.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import { noAddressCheck } from '../address.ts';
import { addressSuite, fulton } from '../address.suite.ts';
import { uspsAddress } from './address.ts';
import { openUsps, uspsLogin } from '../../../testing/usps/server.ts';

let usps: Awaited<ReturnType<typeof openUsps>>;
let now: Date;
beforeEach(async () => {
  usps = await openUsps();
  now = new Date('2026-11-20T12:00:00Z');
});
afterEach(() => usps.close());

const open = (change: Partial<typeof uspsLogin> = {}, patience?: number) =>
  uspsAddress(
    { ...uspsLogin, ...change, apiUrl: usps.url },
    { clock: { now: () => now } },
    patience,
  );

addressSuite('USPS', () => open());
addressSuite('nobody', noAddressCheck);

test('[M10] the post office’s words become an address with our parts', async () => {
  const port = open();
  const asked = { ...fulton, streetNumber: '3120', streetName: 'M St', streetUnit: 'apt 4b' };
  expect(await port.find({ ...asked, city: 'Washington', state: 'DC', zipCode: '20027' })).toEqual({
    streetNumber: '3120',
    streetDirection: '',
    streetName: 'M St NW',
    streetUnit: 'Apt 4B',
    city: 'Washington',
    state: 'DC',
    zipCode: '20007',
  });
});

test('[M10] several places, or none that mail is brought to, are no answer', async () => {
  const port = open();
  expect(await port.find({ ...fulton, streetNumber: '1', streetName: 'Main St' })).toBeUndefined();
  const nowhere = { ...fulton, streetNumber: '99', streetName: 'Nowhere Ln' };
  expect(await port.find(nowhere)).toBeUndefined();
});

test('[M10] many at once ask for one token, which is used until it ends', async () => {
  const port = open();
  const streets = ['Fulton Street', 'Fultn Street', 'Oak Street', 'Elm Street'];
  await Promise.all(streets.map((streetName) => port.find({ ...fulton, streetName })));
  expect(usps.tokens).toBe(1);
  now = later(now, hours(7));
  await port.find({ ...fulton, streetName: 'Pine Street' });
  expect(usps.tokens).toBe(1);
  now = later(now, hours(1));
  await port.find({ ...fulton, streetName: 'Birch Street' });
  expect(usps.tokens).toBe(2);
});

test('[M10] a token that was taken back is replaced once, also for many', async () => {
  const port = open();
  await port.find(fulton);
  usps.forget();
  const streets = ['Fultn Street', 'Oak Street', 'Elm Street'];
  const found = await Promise.all(
    streets.map((streetName) => port.find({ ...fulton, streetName })),
  );
  expect(found[0]?.streetName).toBe('Fulton St');
  expect(usps.tokens).toBe(2);
});

test('[M10] one address is looked up once an hour', async () => {
  const port = open();
  await port.find(fulton);
  await port.find(fulton);
  expect(usps.asked).toBe(1);
  now = later(now, hours(1));
  await port.find(fulton);
  expect(usps.asked).toBe(2);
});

test('[M10] two thousand addresses are known, and then the oldest is forgotten', async () => {
  const port = open({}, 30_000);
  const looked = async (from: number, to: number) => {
    const before = usps.asked;
    const numbers = Array.from({ length: to - from }, (_none, at) => `${from + at}`);
    await Promise.all(numbers.map((streetNumber) => port.find({ ...fulton, streetNumber })));
    return usps.asked - before;
  };
  expect(await looked(0, 1)).toBe(1);
  for (let at = 1; at < 2000; at += 111) await looked(at, Math.min(at + 111, 2000));
  expect(await looked(0, 1)).toBe(0);
  expect(await looked(2000, 2001)).toBe(1);
  expect(await looked(0, 1)).toBe(1);
  expect(await looked(1990, 2001)).toBe(0);
});

test('[M10] silence and faults end soon, and too many calls bring a pause', async () => {
  const impatient = open({}, 200);
  usps.mode = 'silent';
  const silent = impatient.find({ ...fulton, streetName: 'Elm Street' });
  await expect(silent).rejects.toThrow(OutsideFailure);
  usps.mode = 'up';
  const port = open();
  await port.find(fulton);
  usps.mode = 'broken';
  const broken = port.find({ ...fulton, streetName: 'Elm Street' });
  await expect(broken).rejects.toThrow(OutsideFailure);
  usps.mode = 'busy';
  const busy = port.find({ ...fulton, streetName: 'Elm Street' });
  await expect(busy).rejects.toThrow(OutsideFailure);
  usps.mode = 'up';
  const asked = usps.asked;
  expect(await port.find({ ...fulton, streetName: 'Fultn Street' })).toBeUndefined();
  expect(usps.asked).toBe(asked);
  now = later(now, minutes(11));
  expect(await port.find({ ...fulton, streetName: 'Fultn Street' })).toBeDefined();
});

test('[M11] the self test says which setting to look at, without the secret', async () => {
  await open().check?.();
  const failed = await open({ clientSecret: 'wrong-one' })
    .check?.()
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({
    advice: expect.stringContaining('USPS_CLIENT_SECRET'),
  });
  expect(JSON.stringify(failed)).not.toContain('wrong-one');
});
