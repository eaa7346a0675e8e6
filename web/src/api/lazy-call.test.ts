// @vitest-environment jsdom
import { CallFailed } from '@portside/contract/call';
import { nameBrowser } from '@portside/contract/sessions';
import type { Call } from '@portside/contract/call';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyCall } from './lazy-call.ts';
import { closeNotification, shownNotifications } from './notifications.ts';

afterEach(() => {
  vi.restoreAllMocks();
  for (const { id } of shownNotifications()) closeNotification(id);
});

const answered: Call = async () => ({ mid: 'brw_1' }) as never;
const say = (sentence: string) => `${sentence}!`;

/** The module of the calls, which does not load at first. */
function flaky(failures: number) {
  let loads = 0;
  return async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return answered;
  };
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

test('calls whose code does not load fail as a lost network does, and the next one loads it again', async () => {
  const call = lazyCall(flaky(1), say);
  const failures = await Promise.all([
    failureOf(call(nameBrowser, {})),
    failureOf(call(nameBrowser, {})),
  ]);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(CallFailed);
    expect(failure).toMatchObject({ transport: 'network', status: 0, message: 'Network Error!' });
  }
  expect(shownNotifications()).toMatchObject([
    { error: true, message: 'Network Error!', stayOpen: true, times: 2 },
  ]);
  expect(await call(nameBrowser, {})).toEqual({ mid: 'brw_1' });
});

test('the code of the calls is loaded once', async () => {
  const load = vi.fn(flaky(0));
  const call = lazyCall(load, say);
  await Promise.all([call(nameBrowser, {}), call(nameBrowser, {})]);
  await call(nameBrowser, {});
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failure in the background is not told, nor one that the page tells by being offline', async () => {
  const call = lazyCall(flaky(2), say);
  await failureOf(call(nameBrowser, {}, { quiet: true }));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await failureOf(call(nameBrowser, {}));
  expect(shownNotifications()).toEqual([]);
});
