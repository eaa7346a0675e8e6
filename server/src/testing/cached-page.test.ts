import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import { realLimits } from './networks.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { DatabaseAway } from '../db/database.ts';
import { encodingOf } from '../http/cached-page.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';

let app: TestApp;
let http: FastifyInstance;
let address: string;
let rendered = 0;
/** The address that the page was last rendered for. */
let renderedFor = '';
let words = 'Calls & calm';
/** Until when the page's loaders wait. */
let waits: Promise<void> | undefined;
/** What the page's loaders throw. */
let fault: unknown;
const MARK = 'nonce-of-this-test';
const SCRIPT = 'document.title+=""';
const STYLE = '.page{color:red}';

const web: WebEntry = {
  placeOf: (path) => {
    if (path === '/dashboard') return { path, kind: 'personal' };
    if (path.startsWith('/none')) return { path: '/not-found', kind: 'missing' };
    return { path: path.toLowerCase(), kind: 'kept' };
  },
  renderPage: async (request, { brand, site }) => {
    rendered += 1;
    renderedFor = request.url;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await waits;
    return {
      status: fault ? 500 : new URL(request.url).pathname === '/not-found' ? 404 : 200,
      headers: {},
      failures: fault ? [fault] : [],
      nonceMark: MARK,
      html:
        `<style nonce="${MARK}">${STYLE}</style><script nonce="${MARK}">${SCRIPT}</script>` +
        `<script type="application/json">{}</script><p>${words.repeat(200)}</p>` +
        `<a href="${site}">${brand.host}</a>`,
    };
  },
};

beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'worker']) } });
  http = await buildServer(app.app, served, { load: async () => web });
  address = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http.close();
  await app.close();
});

interface Answer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  rawPayload: Buffer;
  body: string;
}

/** Over a real socket: a cached page is sent before Fastify sees the request. */
async function open(
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
): Promise<Answer> {
  const asked = request(new URL(url, address), { method, headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const rawPayload = await buffer(answer);
  const { statusCode = 0, headers: said } = answer;
  return { statusCode, headers: said, rawPayload, body: rawPayload.toString() };
}
const smallForm = (url: string) =>
  app.eventually(async () => {
    const answer = await open(url, { 'accept-encoding': 'br' });
    return String(answer.headers.etag).endsWith('-br-11"') ? answer : undefined;
  });
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('a public page is the same bytes for everybody: no nonce, no cookie, nothing of who asks', async () => {
  const one = await open('/shop?gclid=1', { cookie: 'language=es; XSRF-TOKEN=abc' });
  const other = await open('/shop?next=%2Fcart', { authorization: 'Bearer x' });
  expect(other.rawPayload.equals(one.rawPayload)).toBe(true);
  expect(one.body).not.toContain('nonce');
  expect([one.headers['set-cookie'], other.headers['set-cookie']]).toEqual([undefined, undefined]);
  for (const name of ['content-security-policy', 'etag', 'vary', 'cache-control']) {
    expect(other.headers[name], name).toBe(one.headers[name]);
  }
  expect(one.headers.vary).toBe('accept-encoding');
});

test('neither a query nor a fragment that somebody sends is in what all are sent', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write('GET /fragment?a=1#mine HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
  expect(String(await buffer(socket))).toContain(' 200 OK');
  expect(renderedFor).toMatch(/\/fragment$/);
});

test('its inline scripts and styles are in its policy by their hashes', async () => {
  const { headers } = await open('/shop');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`script-src ${hash(SCRIPT)} 'strict-dynamic';`);
  expect(policy).toContain(`style-src 'self' ${hash(STYLE)};`);
  expect(policy).not.toContain('nonce-');
});

test('it comes compressed as the browser likes it, and small once there was time', async () => {
  const plain = await open('/about');
  const zipped = await open('/about', { 'accept-encoding': 'gzip, deflate' });
  const packed = await open('/about', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(packed.headers['content-encoding']).toBe('br');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  const small = await smallForm('/about');
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
});

test('a browser that has the page in any form is told so with 304', async () => {
  const first = await open('/faq', { 'accept-encoding': 'br' });
  const etag = String(first.headers.etag);
  expect(etag).toMatch(/^"[\w-]{24}-br-\d+"$/);
  const again = await open('/faq', { 'accept-encoding': 'br', 'if-none-match': etag });
  expect([again.statusCode, again.body, again.headers['content-encoding']]).toEqual([
    304,
    '',
    undefined,
  ]);
  // A policy in a 304 would take the place of the one that came with the page.
  expect(again.headers['content-security-policy']).toBeUndefined();
  const elsewhere = await open('/privacy-policy', { 'if-none-match': etag });
  expect(elsewhere.statusCode).toBe(304);
  expect(elsewhere.headers['content-security-policy']).toBe(
    first.headers['content-security-policy'],
  );
  const other = await open('/faq', { 'if-none-match': '"somebody-elses-br-11"' });
  expect(other.statusCode).toBe(200);
});

test('it says how long a CDN may hold it, and a page of one person may not be held at all', async () => {
  const kept = await open('/shop');
  expect(kept.headers['cache-control']).toBe(
    'public, max-age=0, s-maxage=30, stale-while-revalidate=600',
  );
  const own = await open('/dashboard', { 'accept-encoding': 'br' });
  expect(own.headers['cache-control']).toBe('no-cache');
  expect(own.headers.etag).toBeUndefined();
  const nonce = /script-src 'nonce-([^']+)'/.exec(
    String(own.headers['content-security-policy']),
  )?.[1];
  const next = await open('/dashboard');
  expect(next.body).not.toContain(nonce);
  expect(next.body).toContain('<script nonce="');
});

test('however many ask at once, a page is made once; the same words are not compressed again', async () => {
  rendered = 0;
  const all = await Promise.all(Array.from({ length: 20 }, () => open('/contact-us')));
  expect(all.map((one) => one.statusCode)).toEqual(Array(20).fill(200));
  expect(rendered).toBe(1);
  await smallForm('/contact-us');
  app.clock.move(31_000);
  const later = await open('/contact-us', { 'accept-encoding': 'br' });
  expect(rendered).toBe(2);
  expect(later.headers.etag).toMatch(/-11"$/);
  words = 'Other words';
  app.clock.move(31_000);
  const changed = await open('/contact-us', { 'if-none-match': String(later.headers.etag) });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('Other words');
});

test('what every answer has, a page that is sent again has too', async () => {
  const first = await open('/terms-and-conditions');
  const again = await open('/terms-and-conditions');
  const { 'x-request-id': id, date: _date, ...rest } = again.headers;
  const { 'x-request-id': firstId, date: _firstDate, ...firstRest } = first.headers;
  expect(rest).toMatchObject({ ...firstRest, connection: expect.any(String) });
  expect(rest['x-content-type-options']).toBe('nosniff');
  expect(id).not.toBe(firstId);
});

test('the front door leads to the chosen language, from the second visitor on too', async () => {
  await open('/');
  const led = await open('/?a=1', { cookie: 'a=b; language=es' });
  expect([led.statusCode, led.headers.location]).toEqual([302, '/es?a=1']);
  expect(led.headers['cache-control']).toBe('private, no-store');
  expect((await open('/', { cookie: 'language=en' })).statusCode).toBe(200);
});

test('each host name of a brand has its own page, whatever a visitor says of a proxy', async () => {
  // Twice: made, and sent again.
  for (const _time of [1, 2]) {
    const here = await open('/about', { host: 'localhost', 'x-forwarded-host': 'mesa.localhost' });
    const there = await open('/about', { host: 'mesa.localhost' });
    expect(here.body).toContain('Harbor Mobile');
    expect(there.body).toMatch(/<a href="http:\/\/mesa\.localhost[^"]*">Mesa Wireless/);
  }
});

const nearProxy = { proxies: { networks: ['127.0.0.1'] } };

test('what a visitor wrote and a proxy passed on names no host, unless a setting believes it', async () => {
  const config = { ...app.app.config, ...nearProxy };
  const behind = await buildServer({ ...app.app, config }, served, { load: async () => web });
  const proxied = await behind.listen({ port: 0, host: '127.0.0.1' });
  for (const _time of [1, 2]) {
    const page = await open(`${proxied}/about`, { 'x-forwarded-host': 'mesa.localhost' });
    expect(page.body).toContain('Harbor Mobile');
    expect(page.body).not.toContain('Mesa Wireless');
  }
  await behind.close();
});

test('a proxy of ours says which host is meant, where a setting believes it', async () => {
  const config = { ...app.app.config, ...nearProxy, trustsForwardedHost: true };
  const behind = await buildServer({ ...app.app, config }, served, { load: async () => web });
  const proxied = await behind.listen({ port: 0, host: '127.0.0.1' });
  for (const _time of [1, 2]) {
    const page = await open(`${proxied}/about`, { 'x-forwarded-host': 'mesa.localhost' });
    expect(page.body).toContain('Mesa Wireless');
    expect((await open(`${proxied}/about`)).body).toContain('Harbor Mobile');
  }
  await behind.close();
});

test('a page asked for under a made-up name is not sent to those behind a proxy', async () => {
  const config = { ...app.app.config, ...nearProxy, trustsForwardedHost: true };
  const behind = await buildServer({ ...app.app, config }, served, { load: async () => web });
  const proxied = await behind.listen({ port: 0, host: '127.0.0.1' });
  const inside = new URL(proxied).host;
  await open(`${proxied}/about`, { host: `127.0.0.1 ${inside} mesa.localhost` });
  const page = await open(`${proxied}/about`, { 'x-forwarded-host': 'mesa.localhost' });
  expect(page.body).toContain('Mesa Wireless');
  await behind.close();
});

test('an odd spelling is led to the page, with its query, and makes no page of its own', async () => {
  await open('/about');
  const before = rendered;
  for (const odd of ['/About', '/aBOUT', '/ABOUT']) {
    const led = await open(`${odd}?a=1`);
    expect([led.statusCode, led.headers.location]).toEqual([308, '/about?a=1']);
  }
  expect(rendered).toBe(before);
});

test('pages that are not there are one page, made once, and none of them is kept by others', async () => {
  const before = rendered;
  for (let at = 0; at < 40; at += 1) {
    const lost = await open(`/none-${at}?q=${at}`);
    expect(lost.statusCode).toBe(404);
    expect(lost.headers['cache-control']).toBe('no-cache');
    expect(lost.headers.etag).toBeUndefined();
    expect(lost.headers['content-security-policy']).toContain("script-src 'sha256-");
  }
  expect(rendered).toBe(before + 1);
});

test('pages that are made for one visitor are limited by network; kept ones are not', async () => {
  const config = { roles: new Set(['web', 'worker'] as const) };
  const real = await openTestApp({ config, overrides: realLimits });
  const strict = await buildServer(real.app, served, { load: async () => web });
  const there = await strict.listen({ port: 0, host: '127.0.0.1' });
  const statuses: number[] = [];
  for (let at = 0; at < 125; at += 1) statuses.push((await open(`${there}/dashboard`)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await open(`${there}/about`)).statusCode).toBe(200);
  expect((await open(`${there}/none`)).statusCode).toBe(404);
  await strict.close();
  await real.close();
});

test('a process that is about to end closes the connection after a cached page too', async () => {
  const leaving = new AbortController();
  const ending = await buildServer({ ...app.app, leaving }, served, { load: async () => web });
  const there = await ending.listen({ port: 0, host: '127.0.0.1' });
  await open(`${there}/about`, { connection: 'keep-alive' });
  const usual = await open(`${there}/about`, { connection: 'keep-alive' });
  expect(usual.headers.connection).toBe('keep-alive');
  leaving.abort();
  const last = await open(`${there}/about`, { connection: 'keep-alive' });
  expect(last.headers.connection).toBe('close');
  await ending.close();
});

test('/metrics counts a page that is sent again like every answer', async () => {
  const sent = async () =>
    Number(
      /answers_total\{method="GET",route="\/\*",status="200"\} (\d+)/.exec(
        (await open('/metrics')).body,
      )?.[1],
    );
  await open('/about');
  const before = await sent();
  await open('/about');
  await open('/about');
  expect(await sent()).toBe(before + 2);
});

test('HEAD answers as GET does, without the page', async () => {
  const head = await open('/shop', { 'accept-encoding': 'br' }, 'HEAD');
  const get = await open('/shop', { 'accept-encoding': 'br' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect(head.headers['content-security-policy']).toBe(get.headers['content-security-policy']);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0', 'identity'],
  ['BR', 'br'],
  ['brotli', 'identity'],
])('a browser that says %j gets %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding);
});

test('[N01] while the database is away visitors get the page as it was, and a new one afterwards', async () => {
  const before = await open('/coverage');
  fault = new DatabaseAway(new Error('Connection terminated'));
  words = 'Other words';
  app.clock.move(31_000);
  const away = await open('/coverage');
  expect([away.statusCode, away.rawPayload.equals(before.rawPayload)]).toEqual([200, true]);
  // A page that nobody asked for before cannot be made.
  const never = await open('/esim');
  expect([never.statusCode, never.headers['retry-after']]).toEqual([503, '5']);
  fault = undefined;
  app.clock.move(31_000);
  expect((await open('/coverage')).body).toContain(words);
  expect((await open('/esim')).statusCode).toBe(200);
});

test('[N01] nobody waits for long for a new page while there is an old one', async () => {
  const before = await open('/roaming');
  const answers = Promise.withResolvers<void>();
  waits = answers.promise;
  words = 'Words of later';
  app.clock.move(31_000);
  const [one, other] = await Promise.all([open('/roaming'), open('/roaming')]);
  expect([one.body, other.body]).toEqual([before.body, before.body]);
  waits = undefined;
  answers.resolve();
  await app.eventually(async () => (await open('/roaming')).body.includes(words) || undefined);
});
