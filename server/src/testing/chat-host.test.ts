import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadBrand, loadBrands } from '../brands/brands.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';
import { runVerb } from '../operator/socket.ts';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { served } from '../slices.ts';
import { keptIf } from './kept-pages.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const { usual } = nothingOutside;
const chatwoot = {
  kind: 'chatwoot',
  url: 'https://chat.example',
  websiteToken: 'site-1',
  hmacKey: 'chat-test-secret',
} as const;
const script = "addEventListener('message', () => '<b>');";

let folder: string;
let app: TestApp;
let http: FastifyInstance;

const web: WebEntry = {
  placeOf: keptIf((path) => path !== '/dashboard'),
  renderPage: async (_request, { brand }) => ({
    status: 200,
    headers: {},
    failures: [],
    html: JSON.stringify({ id: brand.id, frame: brand.chatFrame ?? null }),
  }),
};

beforeAll(async () => {
  folder = await brandsWith({ mesa: 'chat.mesa.localhost', harbor: 'chat.harbor.example' });
  app = await openTestApp({
    config: {
      brandsFolder: folder,
      origin: 'https://shop.example:8443',
      roles: new Set(['web', 'api', 'worker']),
      adapters: { usual, brands: { mesa: { ...usual, chat: chatwoot } } },
    },
  });
  http = await buildServer(app.app, served, {
    load: async () => web,
    chatFrame: async () => script,
  });
});
afterAll(async () => {
  await http.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** The demo brands, with these chat hosts. */
async function brandsWith(hosts: Readonly<Record<string, string>>): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'portside-chat-host-'));
  await cp(resolve(import.meta.dirname, '../../../brands'), made, { recursive: true });
  for (const [id, chatHost] of Object.entries(hosts)) {
    const file = join(made, id, 'brand.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, chatHost }));
  }
  return made;
}

const ask = (
  url: string,
  host: string,
  method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' | 'PUT' = 'GET',
  accept = 'text/html',
) => http.inject({ method, url, headers: { host, accept } });

test('[M06] the frame is at its own host, embedded by the brand’s shop alone, with one script of ours', async () => {
  const answer = await ask('/chat-frame', 'chat.mesa.localhost:8443');
  expect(answer.statusCode).toBe(200);
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors https://mesa.localhost:8443 " +
      'https://mesa.example:8443 https://www.mesa.example:8443; ' +
      `form-action 'none'; script-src 'sha256-${hash}' https://chat.example; ` +
      "style-src 'unsafe-inline'; frame-src https://chat.example; connect-src https://chat.example",
  );
  expect(answer.headers).not.toHaveProperty('x-frame-options');
  expect(answer.body.match(/<script[^]*?<\/script>/g)).toEqual([`<script>${script}</script>`]);
  const told = /data-chat="([^"]*)"/.exec(answer.body)?.[1]?.replaceAll('&quot;', '"') ?? '';
  expect(JSON.parse(told)).toEqual({
    chat: {
      kind: 'chatwoot',
      scriptUrl: 'https://chat.example/packs/js/sdk.js',
      url: 'https://chat.example',
      websiteToken: 'site-1',
    },
    origins: [
      'https://mesa.localhost:8443',
      'https://mesa.example:8443',
      'https://www.mesa.example:8443',
    ],
  });
  expect((await ask('/chat-frame', 'chat.mesa.localhost', 'HEAD')).statusCode).toBe(200);
});

test.each([
  '/',
  '/shop',
  '/es',
  '/login',
  '/dashboard',
  '/healthz',
  '/readyz',
  '/metrics',
  '/robots.txt',
  '/sitemap.xml',
  '/broadband-facts.csv',
  '/app/docs',
  '/app/openapi.json',
  '/app/users/view',
  '/app/plans/list',
  '/app/events',
  '/desk',
  '/sandbox',
  '/sandbox/mail',
  '/brands/mesa/theme.css',
  '/brands/mesa/logo.svg',
  '/country-flags/US.svg',
  '/assets/none.js',
  '/chat-frame/',
  '/Chat-Frame',
  '/chat%2Dframe',
  '//chat-frame',
  '/chat-frame/..',
])('[M06] the chat’s host has no %s', async (url) => {
  for (const accept of ['text/html', 'application/json']) {
    // A shop’s page that is kept is none for this host.
    await ask(url, 'mesa.localhost', 'GET', accept);
    for (const host of [
      'chat.mesa.localhost',
      'CHAT.mesa.localhost:8443',
      'chat.mesa.localhost.',
    ]) {
      const answer = await ask(url, host, 'GET', accept);
      expect(answer.statusCode, `${host} ${accept}`).toBe(404);
      expect(answer.body).not.toContain('"id":"mesa"');
    }
  }
});

test('[M06] nothing can be sent to the chat’s host', async () => {
  for (const method of ['POST', 'PUT', 'OPTIONS'] as const) {
    for (const url of ['/chat-frame', '/app/users/login', '/app/notices/payment/mesa']) {
      expect((await ask(url, 'chat.mesa.localhost', method)).statusCode, `${method} ${url}`).toBe(
        404,
      );
    }
  }
});

test('[M06] with a chat host the shop’s own hosts have no frame, and their pages may embed that host', async () => {
  for (const host of ['mesa.localhost', 'mesa.example', 'www.mesa.example:8443']) {
    expect((await ask('/chat-frame', host)).statusCode, host).toBe(404);
  }
  const shop = await ask('/shop', 'mesa.localhost');
  expect(JSON.parse(shop.body)).toEqual({
    id: 'mesa',
    frame: 'https://chat.mesa.localhost:8443/chat-frame',
  });
  const policy = String(shop.headers['content-security-policy']);
  expect(policy.split('; ').filter((one) => one.includes('chat.'))).toEqual([
    "frame-src 'self' https://chat.mesa.localhost:8443",
  ]);
  // A page that is not kept, too.
  const personal = await ask('/dashboard', 'mesa.localhost');
  expect(personal.headers['content-security-policy']).toContain(
    "frame-src 'self' https://chat.mesa.localhost:8443",
  );
});

test('[M06] with our own chat a chat host is closed, and pages embed nothing', async () => {
  for (const url of ['/chat-frame', '/', '/app/openapi.json']) {
    expect((await ask(url, 'chat.harbor.example')).statusCode, url).toBe(404);
  }
  const shop = await ask('/shop', 'harbor.example');
  expect(JSON.parse(shop.body)).toEqual({ id: 'harbor', frame: null });
  expect(shop.headers['content-security-policy']).not.toContain('chat.harbor');
});

test('[M06] [M11] doctor says where a chat service’s script runs, and what to do about it', async () => {
  const doctor = async () => (await runVerb(app.app, ['doctor'])).text;
  expect(await doctor()).toContain(
    'ok    chat frame of mesa: chatwoot runs at chat.mesa.localhost',
  );
  const brand = app.app.brands.byId('mesa');
  if (!brand) throw new Error('There is no Mesa');
  const { chatHost } = brand;
  onTestFinished(() => void Object.assign(brand, { chatHost }));
  delete brand.chatHost;
  const told = await doctor();
  expect(told).toMatch(
    /NOTE {2}chat frame of mesa: chatwoot’s script runs at the shop’s own address/,
  );
  expect(told).toContain(
    '→ set chatHost in brand.json, such as chat.mesa.localhost (docs/brand.md)',
  );
  expect(told).not.toContain('chat frame of harbor');
  // It works as before.
  expect((await ask('/chat-frame', 'mesa.localhost')).statusCode).toBe(200);
});

test.each([
  ['mesa.localhost', /chatHost: mesa\.localhost of mesa is a host name of mesa too/],
  ['https://chat.mesa.example', /chatHost: a host name in small letters/],
  ['chat.mesa.example:8443', /chatHost: a host name in small letters/],
  ['Chat.mesa.example', /chatHost: a host name in small letters/],
  ['chat', /chatHost: a host name in small letters/],
  ["chat.example 'unsafe-inline'", /chatHost: a host name in small letters/],
  ['-chat.mesa.example', /chatHost: a host name in small letters/],
])('a brand with the chat host %s is not opened', async (chatHost, reason) => {
  const made = await brandsWith({ mesa: chatHost });
  onTestFinished(() => rm(made, { recursive: true }));
  await expect(loadBrand(join(made, 'mesa'))).rejects.toThrow(reason);
});

test('a chat host is one brand’s alone, and not the shop’s main address', async () => {
  for (const hosts of [
    { mesa: 'www.harbor.example' },
    { mesa: 'chat.example', harbor: 'chat.example' },
  ]) {
    const made = await brandsWith(hosts);
    onTestFinished(() => rm(made, { recursive: true }));
    await expect(loadBrands(made)).rejects.toThrow(/is a host name of (harbor|mesa) too/);
  }
  const origin = 'https://chat.mesa.localhost';
  await expect(openTestApp({ config: { brandsFolder: folder, origin } })).rejects.toThrow(
    /PORTSIDE_ORIGIN: chat\.mesa\.localhost is the chatHost of mesa/,
  );
});
