import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { type AdapterSettings, nothingOutside } from '../settings/adapter-settings.ts';
import { paymentNoticeHeaders } from '../adapters/payment/sandbox/notices.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';
import { served } from '../slices.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';

const stripe = {
  kind: 'stripe',
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  apiUrl: 'http://127.0.0.1:9',
  scriptUrl: 'http://127.0.0.1:9/stripe.js',
} as const;

const real: AdapterSettings = {
  ...nothingOutside.usual,
  payment: stripe,
  carrier: {
    kind: 'gigs',
    project: 'prj_1',
    apiKey: 'key_1',
    webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    apiUrl: 'http://127.0.0.1:9',
  },
  mail: { kind: 'smtp', url: 'smtp://127.0.0.1:9', from: 'a@harbor.example' },
};

const page: WebEntry = {
  placeOf: keptIf(() => false),
  renderPage: async (request, { brand }) => {
    const isFound = new URL(request.url).pathname === '/';
    return { status: isFound ? 200 : 404, headers: {}, failures: [], html: JSON.stringify(brand) };
  },
};

async function open(brands: Record<string, AdapterSettings>) {
  const app = await openTestApp({
    config: { adapters: { usual: real, brands }, roles: new Set(['web', 'api']), seed: 'none' },
  });
  const http = await buildServer(app.app, served, { load: async () => page });
  return { app, http };
}

let app: TestApp;
let http: FastifyInstance;
beforeAll(async () => {
  ({ app, http } = await open({}));
});
afterAll(async () => {
  await http.close();
  await app.close();
});

const simulated = [
  '/sandbox',
  '/sandbox/ui',
  '/sandbox/sandbox.css',
  '/sandbox/clock',
  '/sandbox/mail',
  '/sandbox/mail/messages',
  '/sandbox/pay',
  '/sandbox/pay/client.js',
  '/sandbox/carrier',
];

test.each(simulated)('with every account real, %s is not there', async (url) => {
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode } = await http.inject({ method, url, headers: { accept: 'text/html' } });
    expect([404, 405]).toContain(statusCode);
  }
});

test('no page and no robot is told of a sandbox, and a notice of one is not believed', async () => {
  expect((await http.inject('/')).body).not.toMatch(/sandbox|mailbox|"trial"|Harbor1/i);
  expect((await http.inject('/robots.txt')).body).not.toContain('sandbox');
  const payload = JSON.stringify({ id: 'evt_1', type: 'charge.refunded', data: { object: {} } });
  const headers = paymentNoticeHeaders(app.app, payload);
  for (const url of ['/app/notices/payment', '/app/notices/payment/harbor']) {
    const { statusCode } = await http.inject({ method: 'POST', url, headers, payload });
    expect(statusCode).toBe(400);
  }
});

test('one brand that is simulated has its pages and notices; the other one’s stay real', async () => {
  const mixed = await open({ mesa: { ...real, payment: { kind: 'sandbox' } } });
  const at = (host: string, url: string) =>
    mixed.http.inject({ method: 'GET', url, headers: { host } });
  expect((await at('mesa.localhost', '/')).body).toContain('"trial":{}');
  expect((await at('harbor.example', '/')).body).not.toContain('"trial"');
  expect((await at('mesa.localhost', '/sandbox/pay')).statusCode).toBe(200);
  expect((await at('mesa.localhost', '/sandbox/mail')).statusCode).toBe(404);
  const payload = JSON.stringify({ id: 'evt_1', type: 'x', data: { object: { id: 'pi_1' } } });
  const headers = paymentNoticeHeaders(mixed.app.app, payload);
  const post = async (url: string) =>
    (await mixed.http.inject({ method: 'POST', url, headers, payload })).statusCode;
  expect(await post('/app/notices/payment')).toBe(400);
  expect(await post('/app/notices/payment/mesa')).toBe(200);
  await mixed.http.close();
  await mixed.app.close();
});
