import { checkAddress } from '@portside/contract/address-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { openUsps, uspsLogin } from '../testing/usps/server.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let usps: Awaited<ReturnType<typeof openUsps>>;
beforeAll(async () => {
  usps = await openUsps();
  const address = { kind: 'usps', ...uspsLogin, apiUrl: usps.url } as const;
  const usual = { ...nothingOutside.usual, address };
  const roles = new Set(['web', 'api', 'worker'] as const);
  app = await openTestApp({ config: { roles, adapters: { usual, brands: {} } } });
});
afterEach(() => {
  usps.mode = 'up';
});
afterAll(async () => {
  await app.close();
  usps.close();
});

const typed = {
  streetNumber: '120',
  streetName: 'Fultn Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

test('[M10] a misspelled street is suggested as it is, to anybody', async () => {
  expect(await app.anyone.call(checkAddress, typed)).toEqual({
    suggestion: {
      ...typed,
      streetDirection: '',
      streetName: 'Fulton St',
      streetUnit: '',
    },
  });
});

test('[M10] a right or an unknown address is met with silence', async () => {
  const right = { ...typed, streetName: 'Fulton Street' };
  expect(await app.anyone.call(checkAddress, right)).toEqual({});
  const unknown = { ...typed, streetName: 'Unheard Of Way' };
  expect(await app.anyone.call(checkAddress, unknown)).toEqual({});
});

test('[M10] a post office that is down is met with silence, too', async () => {
  usps.mode = 'broken';
  const other = { ...typed, streetNumber: '121' };
  expect(await app.anyone.call(checkAddress, other)).toEqual({});
});

test('[M10] pages say whether the brand’s addresses are checked', async () => {
  expect(await (await app.fetch('/shop')).text()).toContain('checksAddresses');
});
