import type { Footer } from '@portside/contract/content';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seconds } from '../../clock.ts';
import { OutsideFailure } from '../outside-failure.ts';
import { openTestWorld, type TestWorld } from '../test-world.suite.ts';
import { builtInContent } from './built-in/content.ts';
import type { ContentService } from './content.ts';
import { keptContent } from './kept-content.ts';

let bench: TestWorld;
beforeAll(async () => {
  bench = await openTestWorld();
});
afterAll(() => bench.close());

/** A service whose answers a test gives, one by one. */
let asked: ((answer: Footer | null | Error) => void)[] = [];
let address = 0;
beforeEach(() => {
  asked = [];
  address += 1;
});

const service = (): ContentService => ({
  name: 'outside',
  address: String(address),
  footer: async (_, language) => {
    if (language !== 'en') return null;
    const { promise, resolve, reject } = Promise.withResolvers<Footer | null>();
    asked.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    return promise;
  },
  pageMetas: async () => ({
    data: [{ attributes: { metaData: { page: 'home', metaTitle: 'T', metaDescription: '' } } }],
  }),
  sources: () => ({}),
  check: async () => {},
});

/** As a process that has just started. */
const started = () => keptContent(bench.world, service(), builtInContent(bench.world));
type Port = ReturnType<typeof started>;

const footer = (text: string): Footer => ({ data: { attributes: { address: text, social: [] } } });
const shown = async (port: Port) => (await port.footer('harbor')).data.attributes.address;
const down = new OutsideFailure('content', 'not_done');
const later = () => bench.move(seconds(30));

async function refresh(port: Port, answer: Footer | null | Error) {
  const before = asked.length;
  const done = port.refresh?.('harbor');
  await expect.poll(() => asked.length).toBeGreaterThan(before);
  asked.at(-1)?.(answer);
  await done;
}

test('[M04] a page that comes before the first answer does not wait, and has the brand’s own words', async () => {
  const port = started();
  expect(await shown(port)).toContain('14 Pier Street');
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.(footer('From outside'));
  await expect.poll(() => shown(port)).toBe('From outside');
});

test('[M04] the last good answer stays while the service is down, also after a restart', async () => {
  const port = started();
  await refresh(port, footer('Good'));
  later();
  await refresh(port, down);
  expect(await shown(port)).toBe('Good');
  bench.move(seconds(86_400));
  expect(await shown(started())).toBe('Good');
  // So long after, the reader's process asks anew.
  await expect.poll(() => asked.length).toBe(3);
});

test('[M04] another process shows a change within seconds, without asking', async () => {
  const [one, other] = [started(), started()];
  await refresh(one, footer('First'));
  expect(await shown(other)).toBe('First');
  later();
  await refresh(one, footer('Second'));
  expect(await shown(one)).toBe('Second');
  bench.move(seconds(5));
  expect(await shown(other)).toBe('Second');
  expect(asked).toHaveLength(2);
});

test('[M04] what was taken back is gone, and the brand’s own words are there again', async () => {
  const port = started();
  await refresh(port, footer('Too early'));
  later();
  await refresh(port, null);
  expect(await shown(port)).toContain('14 Pier Street');
  expect(await shown(started())).toContain('14 Pier Street');
});

test('[M04] of two processes one asks, and an answer that comes late replaces no newer one', async () => {
  const [one, other] = [started(), started()];
  const slow = one.refresh?.('harbor');
  await expect.poll(() => asked.length).toBe(1);
  await other.refresh?.('harbor');
  expect(asked).toHaveLength(1);
  later();
  await refresh(other, footer('Newer'));
  asked[0]?.(footer('Older'));
  await slow;
  expect(await shown(started())).toBe('Newer');
});

test('[M04] pages that the service has no words for keep the brand’s own', async () => {
  const port = started();
  await refresh(port, null);
  const { data } = await port.pageMetas('harbor');
  const titles = new Map(
    data.map(({ attributes: { metaData } }) => [metaData.page, metaData.metaTitle]),
  );
  expect(titles.get('home')).toBe('T');
  expect(titles.get('shop')).toContain('Harbor');
  expect(titles.size).toBe(data.length);
});
