import { cp, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { viewFrame } from '@portside/contract/content';
import { openCardPage } from '@portside/contract/payments';
import { listPlans } from '@portside/contract/plans';
import { forgotPassword, login, register, resetPassword } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';
import { served } from '../slices.ts';
import { callerAt } from './caller.ts';
import { mesa } from './chatting.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';

let folder: string;
let app: TestApp;
let http: FastifyInstance;
let made = 0;

/** Pages that say which brand they are of, what its content says, and how many were made before. */
const web: WebEntry = {
  placeOf: keptIf((path) => path !== '/dashboard'),
  async renderPage(_request, host) {
    made += 1;
    const { meta } = await host.call(viewFrame, { page: 'home' });
    const { plans } = await host.call(listPlans, {});
    return {
      status: 200,
      headers: {},
      failures: [],
      html: [
        host.brand.id,
        host.site,
        meta.metaTitle,
        plans[0]?.id,
        made,
        JSON.stringify(host.brand.pictures),
        host.theme,
      ].join(' · '),
    };
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-brands-'));
  await cp(resolve(import.meta.dirname, '../../../brands'), folder, { recursive: true });
  app = await openTestApp({
    config: { brandsFolder: folder, roles: new Set(['web', 'api', 'worker']) },
  });
  http = await buildServer(app.app, served, { load: async () => web });
});
afterAll(async () => {
  await http.close();
  await app.close();
  await rm(folder, { recursive: true });
});

async function open(host: string, url = '/') {
  return (await http.inject({ method: 'GET', url, headers: { host } })).body;
}

test('two brands are open in one process, each at its host name with its own words and plans', async () => {
  const [harbor, mesa] = [await open('harbor.example'), await open('mesa.localhost')];
  expect(harbor).toContain('harbor · http://harbor.example · Harbor Mobile |');
  expect(harbor).toContain('skiff-2');
  expect(mesa).toContain('mesa · http://mesa.localhost · Mesa Wireless |');
  expect(mesa).toContain('pebble-1');
});

test('a page that is the same for everybody is made once; an unknown host name makes none', async () => {
  const first = await open('harbor.example', '/about');
  expect(await open('harbor.example', '/about?utm=1')).toBe(first);
  const unknown = await open('a.example', '/about');
  expect(await open('b.example', '/about')).toBe(unknown);
  expect(unknown).toContain('http://127.0.0.1 ·');
  expect(await open('harbor.example', '/dashboard')).not.toBe(
    await open('harbor.example', '/dashboard'),
  );
});

test('pictures come from the brand’s folder, by day and by night, at addresses that may be kept', async () => {
  const [page, other] = [
    await open('mesa.localhost', '/shop'),
    await open('harbor.example', '/shop'),
  ];
  const addresses = [...page.matchAll(/\/brands\/[^"')]+/g)].map(String);
  expect(addresses.every((one) => one.startsWith('/brands/mesa/'))).toBe(true);
  const names = addresses.map((one) => one.replace(/^\/brands\/mesa\/pictures\/|\?v=.*/g, ''));
  for (const name of ['welcome', 'route', 'traveler', 'esim-on', 'hero']) {
    expect(names).toContain(`${name}.svg`);
    expect(names).toContain(`${name}-night.svg`);
  }
  const asked = async (url: string) =>
    (await http.inject({ method: 'GET', url, headers: { host: 'mesa.localhost' } })).headers[
      'cache-control'
    ];
  const [first = ''] = addresses;
  expect(await asked(first)).toContain('immutable');
  expect(await asked(first.replace(/v=.*/, 'v=old'))).not.toContain('immutable');
  // A brand without a picture says so, and the page stands without it.
  await rm(join(folder, 'harbor/pictures'), { recursive: true });
  app.clock.move(1001);
  expect(other).toContain('esim-on');
  expect(await open('harbor.example', '/shop')).not.toContain('esim-on-night');
});

test('[A24] a page is renewed as soon as its content changes', async () => {
  const before = await open('mesa.localhost', '/faq');
  const other = await open('harbor.example', '/faq');
  const file = join(folder, 'mesa/content/pages.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('Mesa Wireless |', 'Mesa is new |'));
  await utimes(file, 2_000_000_000, 2_000_000_000);
  app.clock.move(1001);
  const after = await open('mesa.localhost', '/faq');
  expect(before).toContain('Mesa Wireless |');
  expect(after).toContain('Mesa is new |');
  expect(await open('harbor.example', '/faq')).toBe(other);
});

test('[A24] while a content file is half written, pages keep its last good words', async () => {
  const file = join(folder, 'mesa/content/pages.json');
  const good = await readFile(file, 'utf8');
  await writeFile(file, good.slice(0, 200));
  await utimes(file, 2_000_000_100, 2_000_000_100);
  app.clock.move(1001);
  expect(await open('mesa.localhost', '/shop')).toContain('Mesa is new |');
});

test('emails, and the way back from the payment provider, lead to the site of the customer’s brand', async () => {
  const at = (token?: string) => callerAt(app.address, token, () => mesa);
  const email = 'rosa@example.com';
  const passwords = { regPassword: 'Harbor1!', confirmRegPassword: 'Harbor1!' };
  const names = { firstName: 'Rosa', lastName: 'Luz' };
  await at().call(register, { ...names, email, ...passwords });
  await at().call(forgotPassword, { email });
  const emails = await app.emails(email, 3);
  const links = emails.flatMap(({ link }) => (link ? [new URL(link)] : []));
  expect(links.map(({ origin }) => origin)).toEqual(links.map(() => 'http://mesa.localhost'));
  const reset = links.find(({ pathname }) => pathname === '/reset-password');
  const words = { newPassword: 'Mesa123!', confirmNewPassword: 'Mesa123!' };
  await at().call(resetPassword, { token: reset?.searchParams.get('token') ?? '', ...words });

  const again = await at().call(login, { email, password: words.newPassword });
  const { url } = await at(again.token).call(openCardPage, {});
  const back = await app.fetch(new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'cancel' }),
  });
  expect(back.headers.get('location')).toMatch(
    /^http:\/\/mesa\.localhost\/dashboard\/payment\?failure/,
  );
});
