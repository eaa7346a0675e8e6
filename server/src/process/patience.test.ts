import { AsyncResource } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { whilePatient, withPatience } from './patience.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const taking = (ms: number) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return ms;
};

/** When it ended, and how. */
async function timed(work: () => Promise<unknown>) {
  const began = performance.now();
  const ended = work()
    .catch((error: unknown) => error)
    .then((how) => ({ after: performance.now() - began, how }));
  await vi.runAllTimersAsync();
  return ended;
}

test('[M03] all services that a person waits for share one time', async () => {
  const { after, how } = await timed(() =>
    withPatience(1000, async () => {
      expect(await whilePatient('content', taking(700))).toBe(700);
      return whilePatient('payment', taking(700));
    }),
  );
  expect(after).toBe(1000);
  expect(how).toBeInstanceOf(OutsideFailure);
  expect(how).toMatchObject({ service: 'payment', outcome: 'unknown' });
});

test('[M03] a job, and what goes on after the answer, wait as long as it takes', async () => {
  const job = await timed(async () => whilePatient('payment', taking(60_000)));
  expect(job).toEqual({ after: 60_000, how: 60_000 });
  let later: () => unknown = () => undefined;
  await withPatience(1000, async () => {
    later = AsyncResource.bind(() => whilePatient('payment', taking(60_000)));
  });
  expect(await timed(async () => later())).toEqual({ after: 60_000, how: 60_000 });
});

test('[M03] what a service knows at once is never late', async () => {
  const { how } = await timed(() =>
    withPatience(1000, async () => {
      await taking(5000)();
      return whilePatient('payment', () => 'its script');
    }),
  );
  expect(how).toBe('its script');
});
