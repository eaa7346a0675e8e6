// @vitest-environment jsdom
import type { Call, CallOptions } from '@portside/contract/call';
import { nameBrowser } from '@portside/contract/sessions';
import { expect, test } from 'vitest';
import { browserId, nameThisBrowser } from './browser-name.ts';
import { createCall } from './call.ts';

test('[F04] a browser is named once, when two ask at the same moment too', async () => {
  const asked: (CallOptions | undefined)[] = [];
  const call = (async (_endpoint, _input, options) => {
    asked.push(options);
    return { mid: `brw_${asked.length}.sig` } as never;
  }) satisfies Call;
  expect(browserId()).toBeUndefined();
  await Promise.all([nameThisBrowser(call), nameThisBrowser(call)]);
  await nameThisBrowser(call);
  expect(asked).toEqual([{ quiet: true }]);
  expect(localStorage.getItem('mid')).toBe('brw_1.sig');
  // A browser that forgets at once keeps its name as long as the page is open.
  localStorage.clear();
  expect(browserId()).toBe('brw_1.sig');
});

test('[I21] the failure of a quiet call is nobody’s news; that of any other is told', async () => {
  const told: string[] = [];
  const call = createCall(
    {
      // Nobody listens there.
      base: 'http://127.0.0.1:9',
      client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'a-demo-key' },
      language: 'en',
      token: () => undefined,
      cookies: () => '',
    },
    { failed: (message) => told.push(message), sessionOver: () => undefined },
  );
  await expect(call(nameBrowser, {}, { quiet: true })).rejects.toThrow('Network Error');
  expect(told).toEqual([]);
  await expect(call(nameBrowser, {})).rejects.toThrow('Network Error');
  expect(told).toEqual(['Network Error']);
});
