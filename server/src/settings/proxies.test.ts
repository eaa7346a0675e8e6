import { crmLogin } from '@portside/contract/sign-in';
import { expect, test } from 'vitest';
import { callerAt } from '../testing/caller.ts';
import { realLimits } from '../testing/networks.ts';
import { openTestApp } from '../testing/test-app.ts';
import { readProxies, type Proxies } from './proxies.ts';

/** Of a network, in a quarter of an hour. */
const LIMIT = 30;

/** How many of so many calls were let through, by what stood in `X-Forwarded-For`. */
async function passed(proxies: Proxies, headers: (call: number) => string): Promise<number> {
  const app = await openTestApp({ config: { proxies }, overrides: realLimits });
  try {
    let count = 0;
    for (let call = 0; call < LIMIT + 5; call += 1) {
      const caller = callerAt(app.address, undefined, () => ({
        'x-forwarded-for': headers(call),
      }));
      const { status } = await caller.refusal(crmLogin, { ticket: 'none' });
      if (status === 422) count += 1;
      else expect(status).toBe(429);
    }
    return count;
  } finally {
    await app.close();
  }
}

test('a forged X-Forwarded-For walks around no limit: of one proxy its own word counts', async () => {
  expect(await passed({ hops: 1 }, (call) => `203.0.113.${call}, 198.51.100.7`)).toBe(LIMIT);
});

test('two visitors behind one proxy are two networks', async () => {
  const turns = (call: number) => `203.0.113.1, 198.51.100.${call % 2}`;
  expect(await passed({ hops: 1 }, turns)).toBe(LIMIT + 5);
});

test('without a proxy the header counts for nothing', async () => {
  expect(await passed('none', (call) => `203.0.113.${call}`)).toBe(LIMIT);
});

test('of two proxies the first one’s word counts, however much is forged before it', async () => {
  const forged = (call: number) => `10.0.0.9, 203.0.113.${call}, 198.51.100.7, 10.0.0.2`;
  expect(await passed({ hops: 2 }, forged)).toBe(LIMIT);
  expect(await passed({ networks: ['127.0.0.0/8', '10.0.0.0/8'] }, forged)).toBe(LIMIT);
});

test('a caller that is not in the proxies’ networks is believed nothing', async () => {
  expect(await passed({ networks: ['10.0.0.0/8'] }, (call) => `203.0.113.${call}`)).toBe(LIMIT);
});

test('the setting is a number of proxies or their networks', () => {
  expect(readProxies('')).toBe('none');
  expect(readProxies('false')).toBe('none');
  expect(readProxies('true')).toEqual({ hops: 1 });
  expect(readProxies('2')).toEqual({ hops: 2 });
  expect(readProxies('10.0.0.0/8, 2001:db8::/32,192.0.2.7')).toEqual({
    networks: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'],
  });
  for (const wrong of [
    '0',
    '-1',
    'yes',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0/8',
    'proxy.local',
    '*',
  ]) {
    expect(readProxies(wrong), wrong).toBeUndefined();
  }
});
