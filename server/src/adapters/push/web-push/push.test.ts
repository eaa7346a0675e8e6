import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later } from '../../../clock.ts';
import { openTestWorld, type TestWorld } from '../../test-world.suite.ts';
import { pushSuite } from '../push.suite.ts';
import { decrypt } from '../sandbox/decrypt.ts';
import {
  insideService,
  listPushed,
  steerBrowser,
  subscribeBrowser,
  type SteeredAnswer,
} from '../sandbox/browsers.ts';
import { encrypt } from './encrypt.ts';
import { postPush, webPush } from './push.ts';
import { makeKeys } from './vapid.ts';

let bench: TestWorld;
beforeAll(async () => {
  bench = await openTestWorld();
});
afterAll(() => bench.close());

const idOf = ({ endpoint }: { endpoint: string }) => new URL(endpoint).pathname.slice(1);
const HANGS_MS = 50;

pushSuite('the simulated push service', {
  port: () => webPush(bench.world, insideService(bench.world), HANGS_MS),
  subscribe: (key) => subscribeBrowser(bench.world, key),
  async answers(to, answer, retryAfter) {
    await steerBrowser(bench.world, idOf(to), { answer: answer as SteeredAnswer, retryAfter });
  },
  opened: async (to) =>
    (await listPushed(bench.world, idOf(to))).map(({ body: payload, topic, ttl_seconds: ttl }) => ({
      payload,
      topic,
      ttl,
    })),
});

/** RFC 8291, section 5 and appendix A. */
const published = {
  plain: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  browserPublic:
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const bytes = (text: string) => Buffer.from(text, 'base64url');

test('[P08] a message is encrypted byte for byte as RFC 8291 does, and its browser opens it', () => {
  const to = { p256dh: published.browserPublic, auth: published.auth };
  const made = { privateKey: bytes(published.senderPrivate), salt: bytes(published.salt) };
  const body = encrypt(published.plain, to, { made, padTo: 0 });
  expect(body.toString('base64url')).toBe(published.body);
  const own = { privateKey: published.browserPrivate, auth: published.auth };
  expect(decrypt(body, own)).toBe(published.plain);
  expect(() =>
    decrypt(body, { ...own, auth: bytes(published.salt).toString('base64url') }),
  ).toThrow('unable to authenticate data');
});

test('[P08] the length of a message tells nothing, and two of the same words differ', () => {
  const to = { p256dh: published.browserPublic, auth: published.auth };
  const [short, long] = [encrypt('{}', to), encrypt('x'.repeat(400), to)];
  expect(short.length).toBe(long.length);
  expect(encrypt('{}', to).equals(short)).toBe(false);
});

test('[P08] only push services of browsers are known, by https, with keys that are keys', async () => {
  const port = webPush(bench.world);
  const { p256dh, auth } = await subscribeBrowser(bench.world, makeKeys().publicKey);
  const isKnown = (endpoint: string, keys = { p256dh, auth }) =>
    port.isKnown({ endpoint, ...keys });
  const real = [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-bl2p.notify.windows.com/w/?token=abc',
  ];
  expect(real.filter((one) => !isKnown(one))).toEqual([]);
  const others = [
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://fcm.googleapis.com./abc',
    'https://evilpush.apple.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'https://push.sandbox.invalid/abc',
    'not an address',
  ];
  expect(others.filter((one) => isKnown(one))).toEqual([]);
  const [known = ''] = real;
  const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  expect(isKnown(known, { p256dh: offCurve, auth })).toBe(false);
  expect(isKnown(known, { p256dh, auth: 'abc' })).toBe(false);
});

test('[P08] the token of the sender is for one service and ends: an old one is refused', async () => {
  const service = insideService(bench.world);
  const keys = makeKeys();
  const to = await subscribeBrowser(bench.world, keys.publicKey);
  const message = {
    to,
    keys,
    contact: 'mailto:care@harbor.example',
    payload: '{}',
    ttlSeconds: 60,
    topic: 'topic',
    urgency: 'normal',
  } as const;
  const sentAt = (now: Date) => webPush({ clock: { now: () => now } }, service).send(message);
  const now = bench.world.clock.now();
  expect(await sentAt(now)).toEqual({ kind: 'taken' });
  expect(await sentAt(later(now, -13 * 3_600_000))).toEqual({ kind: 'refused', status: 403 });
  expect(await sentAt(later(now, 13 * 3_600_000))).toEqual({ kind: 'refused', status: 403 });
});

test('[P08] over the wire a service gets headers and bytes, its answer is read, and no redirect is followed', async () => {
  const heard: { headers: Record<string, unknown>; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(parts) });
      if (request.url === '/moved') response.writeHead(307, { location: '/' }).end();
      else response.writeHead(429, { 'retry-after': 'Fri, 20 Nov 2026 12:02:00 GMT' }).end('busy');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = {
    headers: { topic: 'one', ttl: '60' },
    body: Buffer.from([0, 255, 1]),
    signal: AbortSignal.timeout(5000),
  };
  expect(await postPush(`${url}/`, call)).toEqual({
    status: 429,
    retryAfter: 'Fri, 20 Nov 2026 12:02:00 GMT',
  });
  expect(heard[0]).toMatchObject({ headers: { topic: 'one', ttl: '60' }, body: call.body });
  await expect(postPush(`${url}/moved`, call)).rejects.toThrow('fetch failed');
  expect(heard).toHaveLength(2);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));

  const port = webPush(bench.world, {
    host: 'push.sandbox.invalid',
    post: async () => ({ status: 503, retryAfter: 'Fri, 20 Nov 2026 12:02:00 GMT' }),
  });
  const keys = makeKeys();
  const to = await subscribeBrowser(bench.world, keys.publicKey);
  const more = { contact: 'mailto:a@b.example', payload: '{}', ttlSeconds: 1, topic: 'a' } as const;
  expect(await port.send({ to, keys, ...more, urgency: 'normal' })).toEqual({
    kind: 'later',
    afterSeconds: 120,
  });
});
