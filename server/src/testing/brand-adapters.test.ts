import { viewCoverage } from '@portside/contract/coverage';
import { register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { type AdapterSettings, nothingOutside } from '../settings/adapter-settings.ts';
import type { Adapters } from '../app.ts';
import type { Email } from '../adapters/mail/mail.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';
import { served } from '../slices.ts';
import { callerAt, harbor } from './caller.ts';
import { mesa } from './chatting.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';

let app: TestApp;
let http: FastifyInstance;
const sent: { tenant: number; mail: Email }[] = [];
const opened: number[] = [];

/** Accounts of its own, except for taxes and content. */
const own = Object.fromEntries(
  Object.entries(nothingOutside.usual).map(([port, settings]) => [
    port,
    port === 'tax' || port === 'content' ? settings : { ...settings, account: 'of Mesa' },
  ]),
) as unknown as AdapterSettings;

const named = (set: Adapters, tenant: number): Adapters => {
  opened.push(tenant);
  return {
    ...set,
    mail: {
      name: 'test',
      async send(mail) {
        sent.push({ tenant, mail });
        return 'accepted';
      },
    },
    carrier: { ...set.carrier, coverage: async () => (tenant === 6 ? '5G' : 'none') },
    payment: {
      ...set.payment,
      readNotice: (_headers, body) =>
        body === `news of ${tenant}` ? { id: 'n1', about: 'other', ref: '' } : undefined,
    },
    chat: {
      ...set.chat,
      browser: () => ({
        kind: 'intercom',
        scriptUrl: 'https://chat.example/x.js',
        appId: 'abc',
        proof: 'hash',
      }),
      sources: () => ({ 'connect-src': [`https://chat-of-${tenant}.example`] }),
    },
  };
};

const page: WebEntry = {
  placeOf: keptIf((path) => path === '/about'),
  renderPage: async () => ({ status: 200, headers: {}, failures: [], html: '<p>page</p>' }),
};

beforeAll(async () => {
  app = await openTestApp({
    config: {
      adapters: { ...nothingOutside, brands: { mesa: own } },
      roles: new Set(['web', 'api', 'worker']),
    },
    overrides: { adapters: named },
  });
  http = await buildServer(app.app, served, { load: async () => page });
});
afterAll(async () => {
  await http.close();
  await app.close();
});

const at = (client: Record<string, string>) => callerAt(app.address, undefined, () => client);

test('brands with the same settings share an adapter, others have their own', () => {
  const [first, second] = [app.app.adapters.of(6), app.app.adapters.of(7)];
  const isShared = (port: keyof Adapters) => first[port] === second[port];
  expect(isShared('tax')).toBe(true);
  expect(isShared('content')).toBe(true);
  expect(isShared('payment')).toBe(false);
  expect(app.app.adapters.each('tax')).toHaveLength(1);
  const carriers = app.app.adapters.each('carrier');
  expect(carriers.map(({ brands }) => brands.map(({ id }) => id))).toEqual([['harbor'], ['mesa']]);
  expect(opened).toEqual([6, 7]);
});

test('each brand’s emails leave through its own account', async () => {
  const password = 'Walnut-Kite-71!';
  const passwords = { regPassword: password, confirmRegPassword: password };
  const input = { firstName: 'Ada', lastName: 'Ng', ...passwords };
  await at(harbor).call(register, { ...input, email: 'ada@at-harbor.example' });
  await at(mesa).call(register, { ...input, email: 'ada@at-mesa.example' });
  const tenantOf = (to: string) =>
    app.eventually(async () => sent.find(({ mail }) => mail.to === to)?.tenant);
  expect(await tenantOf('ada@at-harbor.example')).toBe(6);
  expect(await tenantOf('ada@at-mesa.example')).toBe(7);
  expect(new Set(sent.map(({ tenant, mail }) => `${tenant} ${mail.to}`)).size).toBe(2);
});

test('each brand asks its own carrier, also for a place that the other has asked for', async () => {
  const networkFor = async (client: Record<string, string>) =>
    (await at(client).call(viewCoverage, { zipCode: '10038' })).network;
  expect(await networkFor(harbor)).toBe('5G');
  expect(await networkFor(mesa)).toBe('none');
});

test('notices come to one address of each brand, and only its own account is believed there', async () => {
  const post = async (path: string, body: string) =>
    (await app.fetch(`/app/notices/${path}`, { method: 'POST', body })).status;
  expect(await post('payment/mesa', 'news of 7')).toBe(200);
  expect(await post('payment/mesa', 'news of 6')).toBe(400);
  expect(await post('payment/harbor', 'news of 7')).toBe(400);
  expect(await post('payment', 'news of 7')).toBe(400);
  expect(await post('payment', 'news of 6')).toBe(200);
  expect(await post('payment/nobody', 'news of 6')).toBe(404);
  // Two accounts may number their notices alike.
  const stored = await sql<{ id: string }>`select id from payment_notices order by id`.execute(
    app.app.db.query,
  );
  expect(stored.rows.map(({ id }) => id)).toEqual(['harbor:n1', 'mesa:n1']);
});

test('what is shown of a chat allows what its own brand’s chat needs', async () => {
  const policyAt = async (host: string) =>
    (await http.inject({ method: 'GET', url: '/chat-frame', headers: { host } })).headers[
      'content-security-policy'
    ];
  expect(await policyAt('harbor.example')).toContain('connect-src https://chat-of-6.example');
  expect(await policyAt('mesa.localhost')).toContain('connect-src https://chat-of-7.example');
});
