import { cp, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OfflineCopy } from '@portside/contract/home-screen';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pngSize } from '../formats/png-size.ts';
import { served } from '../slices.ts';
import { keptIf } from './kept-pages.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import type { OfflineParts } from '../http/offline-page.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';

let folder: string;
let app: TestApp;
let http: FastifyInstance;

const web: WebEntry = {
  placeOf: keptIf((path) => path !== '/dashboard'),
  renderPage: async (_request, { touchIcon }) => ({
    status: 200,
    headers: {},
    failures: [],
    html: `<link rel="apple-touch-icon" href="${touchIcon}">`,
  }),
};

const parts: OfflineParts = {
  worker: 'standIn(self.offlineCopy)',
  script: 'fillIn()',
  render: ({ brand, language, script, theme }) => ({
    nonceMark: 'mark-of-this-process',
    html: [
      `<style nonce="mark-of-this-process">${theme}</style><script defer src="${script}"></script>`,
      `<img src="${brand.logoUrl}">${language} ${brand.support.phone} ${brand.support.hours}`,
    ].join(''),
  }),
};
let { script } = parts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-brands-'));
  await cp(resolve(import.meta.dirname, '../../../brands'), folder, { recursive: true });
  app = await openTestApp({ config: { brandsFolder: folder, roles: new Set(['web']) } });
  http = await buildServer(app.app, served, {
    load: async () => web,
    offline: async () => ({ ...parts, script }),
  });
});
afterAll(async () => {
  await http.close();
  await app.close();
  await rm(folder, { recursive: true });
});

const open = (url: string, brand = 'harbor') =>
  http.inject({ method: 'GET', url, headers: { host: `${brand}.localhost` } });

interface Manifest {
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
}
const manifestOf = async (brand: string, path = '/manifest.webmanifest') =>
  (await open(path, brand)).json<Manifest>();

/** What `/sw.js` begins with. */
async function copyOf(brand = 'harbor'): Promise<OfflineCopy> {
  const { body } = await open('/sw.js', brand);
  const first = body.slice('self.offlineCopy='.length, body.indexOf(';\n'));
  return JSON.parse(first) as OfflineCopy;
}

test('[P08] each brand installs by its own name, colors and icons, which are there in their size', async () => {
  const harbor = await open('/manifest.webmanifest');
  expect(harbor.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(harbor.headers['cache-control']).toBe('public, max-age=300');
  expect(harbor.json()).toMatchObject({
    id: '/dashboard',
    name: 'Harbor Mobile',
    short_name: 'Harbor',
    lang: 'en',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: '#fbf8f2',
    background_color: '#fbf8f2',
  });
  for (const brand of ['harbor', 'mesa']) {
    const { icons } = await manifestOf(brand);
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes, type } of icons) {
      expect(src).toMatch(new RegExp(`^/brands/${brand}/icons/`));
      const icon = await open(src, brand);
      expect(icon.headers['content-type']).toBe(type);
      expect(icon.headers['cache-control']).toContain('immutable');
      const size = pngSize(icon.rawPayload);
      expect(`${size?.width}x${size?.height}`, src).toBe(sizes);
    }
  }
});

test('[P08] the app opens in the language it was installed in, and is the same app', async () => {
  expect(await manifestOf('mesa', '/es/manifest.webmanifest')).toMatchObject({
    id: '/dashboard',
    name: 'Mesa Wireless',
    lang: 'es',
    start_url: '/es/dashboard',
  });
});

test('[P08] a brand without icons has its mark, and no page names an icon that is not there', async () => {
  const touchIcon = /href="(.*?)"/.exec((await open('/shop', 'mesa')).body)?.[1] ?? '';
  const icon = await open(touchIcon, 'mesa');
  expect(pngSize(icon.rawPayload)).toEqual({ width: 180, height: 180 });
  await rm(join(folder, 'mesa/icons'), { recursive: true });
  const { icons } = await manifestOf('mesa');
  expect(icons).toEqual([
    {
      src: expect.stringMatching(/^\/brands\/mesa\/mark\.svg\?v=/),
      sizes: 'any',
      type: 'image/svg+xml',
      purpose: 'any',
    },
  ]);
  expect((await open('/about', 'mesa')).body).toContain('href="undefined"');
});

test('[P08] the worker is asked for anew each time, and may ask this site alone', async () => {
  const { headers, body } = await open('/sw.js');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  expect(body).toContain(parts.worker);
  const { headers: ofPage } = await open('/dashboard');
  expect(ofPage['content-security-policy']).toContain("worker-src 'self'");
});

test('[P08] the offline page speaks for its brand in both languages, with one script and nothing from outside', async () => {
  const { pages, script: file } = await copyOf();
  for (const [language, words] of [
    ['en', 'Every day'],
    ['es', 'Todos los días'],
  ] as const) {
    const { headers, body } = await open(pages[language]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain(`${language} (212) 555-0100 ${words}`);
    expect(body).toContain('<img src="data:image/svg+xml,%3Csvg');
    expect(body).toContain(`<script defer src="${file}">`);
    expect(body).not.toContain('mark-of-this-process');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'sha256-[^']+'; img-src data:; font-src 'self'; connect-src 'self'; /,
    );
    expect(policy).not.toMatch(/unsafe|https?:|nonce/);
  }
  expect((await open(file)).body).toBe('fillIn()');
});

test('[P08] a new theme, a new script or another brand is another copy; a worker of another release gets none of it', async () => {
  const before = await copyOf();
  expect(await copyOf()).toEqual(before);
  expect((await copyOf('mesa')).name).not.toBe(before.name);
  const theme = join(folder, 'harbor/theme.css');
  await writeFile(theme, `${await readFile(theme, 'utf8')}\n.new { color: red }\n`);
  await utimes(theme, new Date(), new Date(Date.now() + 5000));
  const after = await copyOf();
  expect(after.name).not.toBe(before.name);
  expect(after.pages.en).not.toBe(before.pages.en);
  expect((await open(before.pages.en)).statusCode).toBe(404);
  expect((await open(after.pages.en)).statusCode).toBe(200);
  // As after a release: the process is another one.
  script = 'fillInBetter()';
  const released = await buildServer(app.app, served, {
    load: async () => web,
    offline: async () => ({ ...parts, script }),
  });
  const { body } = await released.inject({ url: '/sw.js', headers: { host: 'harbor.localhost' } });
  await released.close();
  expect(body).not.toContain(after.name);
  expect(body).not.toContain(after.script);
  expect((await open(after.script)).statusCode).toBe(404);
});
