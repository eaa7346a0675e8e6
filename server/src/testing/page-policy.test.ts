import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { served } from '../slices.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';
import type { WebEntry } from '../http/pages.ts';
import type { PageSources } from '../http/security.ts';
import { buildServer } from '../http/server.ts';

const { usual } = nothingOutside;
const brands = {
  mesa: {
    ...usual,
    chat: {
      kind: 'chatwoot',
      url: 'https://chat.example',
      websiteToken: 'site-1',
      hmacKey: 'chat-test-secret',
    },
  },
} as const;

let app: TestApp;
let http: FastifyInstance;
/** The payment provider's, where a page takes payments. */
const paying: PageSources = {
  'script-src': ['https://js.pay.example'],
  'frame-src': ['https://js.pay.example'],
  'connect-src': ['https://api.pay.example'],
  'trusted-types': ['default'],
};
/** And what the content service wants. */
let pictures: PageSources = {};

const web: WebEntry = {
  placeOf: keptIf((pathname) => pathname === '/stripe-response'),
  renderPage: async (_request, { brand }) => ({
    status: 200,
    headers: {},
    failures: [],
    html: JSON.stringify({ chat: brand.chat, support: brand.support }),
  }),
};

beforeAll(async () => {
  app = await openTestApp({
    config: { roles: new Set(['web', 'worker']), adapters: { usual, brands } },
    overrides: {
      adapters: (opened) => ({
        ...opened,
        payment: { ...opened.payment, sources: () => paying },
        content: { ...opened.content, sources: () => pictures },
      }),
    },
  });
  http = await buildServer(app.app, served, { load: async () => web });
});
afterAll(async () => {
  await http.close();
  await app.close();
});

const ask = (url: string, host = 'localhost') =>
  http.inject({ method: 'GET', url, headers: { host, accept: 'text/html' } });

async function policy(url = '/', host?: string): Promise<Record<string, string>> {
  const { headers } = await ask(url, host);
  const text = String(headers['content-security-policy']);
  return Object.fromEntries(
    text
      .split('; ')
      .map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]),
  );
}

test('a page with the built-in chat loads from its own site alone', async () => {
  expect(await policy()).toMatchObject({
    'default-src': "'self'",
    'script-src': expect.stringMatching(/^'nonce-[\w+/=]+' 'strict-dynamic'$/),
    'style-src': expect.stringMatching(/^'self' 'nonce-[\w+/=]+'$/),
    'connect-src': "'self'",
    'trusted-types': 'portside',
  });
  expect((await policy())['frame-src']).toBeUndefined();
});

test('[M06] a brand with a chat service has the same policy in its own pages', async () => {
  const {
    'script-src': _scripts,
    'style-src': _styles,
    ...open
  } = await policy('/', 'mesa.localhost');
  expect(await policy()).toMatchObject(open);
  expect(open['require-trusted-types-for']).toBe("'script'");
  expect(JSON.stringify(await policy('/', 'mesa.localhost'))).not.toContain('chat.example');
});

test('[M06] the frame of a chat service has what the service needs, and no word of ours', async () => {
  const answer = await ask('/chat-frame', 'mesa.localhost');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'none'; " +
      "script-src https://chat.example; style-src 'unsafe-inline'; " +
      'frame-src https://chat.example; connect-src https://chat.example',
  );
  expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
  // Everything in it is the service's, under a policy that lets no inline script run.
  expect(answer.body).not.toMatch(/<script|<style|nonce/);
});

test('[M06] a brand without a chat service has no such frame', async () => {
  expect((await ask('/chat-frame')).statusCode).toBe(404);
});

test.each([
  '/cart/checkout',
  '/es/cart/checkout?step=review',
  '/Cart/Checkout/',
  '/dashboard/lines/lin_1/renew',
  '/dashboard/lines/lin_1/add-on',
  '/es/dashboard/lines/lin_1/plan',
])('[M01] [I22] %s takes payments and may load the provider', async (url) => {
  expect(await policy(url)).toMatchObject({
    'script-src': expect.stringMatching(/'strict-dynamic' https:\/\/js\.pay\.example$/),
    'frame-src': "'self' https://js.pay.example",
    'connect-src': "'self' https://api.pay.example",
    'img-src': "'self' data:",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'portside default',
  });
});

test.each([
  '/',
  '/shop',
  '/cart',
  '/cart/checkouts',
  '/stripe-response',
  '/login?next=/cart/checkout',
  '/dashboard',
  '/dashboard/payment',
  '/dashboard/lines/lin_1',
  '/dashboard/lines/lin_1/renew/more',
])('[M01] [I22] no source of the payment provider is in the policy of %s', async (url) => {
  const closed = await policy(url);
  expect(JSON.stringify(closed)).not.toContain('pay.example');
  expect(closed['trusted-types']).toBe('portside');
});

test('[M01] the return from the bank tells no other site its address, cached or not', async () => {
  const policyOf = async (url: string) => {
    const { headers } = await http.inject({ method: 'GET', url });
    return headers['referrer-policy'];
  };
  const secret = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
  expect(await policyOf(`/stripe-response?${secret}`)).toBe('no-referrer');
  expect(await policyOf(`/stripe-response?${secret}`)).toBe('no-referrer');
  expect(await policyOf(`/es/stripe-response?setup_intent=seti_1`)).toBe('no-referrer');
  expect(await policyOf('/shop')).toBe('strict-origin-when-cross-origin');
});

test('[P05] the page for leaving a shared account is kept by no browser, and tells no other site its address', async () => {
  const headersOf = async (url: string) => {
    const { headers } = await http.inject({ method: 'GET', url });
    return [headers['cache-control'], headers['referrer-policy']];
  };
  for (const url of ['/own-account', '/es/own-account', '/Own-Account/', '//own-account?a=1'])
    expect(await headersOf(url), url).toEqual(['no-store', 'no-referrer']);
  expect(await headersOf('/own-accounts')).toEqual(['no-cache', 'strict-origin-when-cross-origin']);
});

test('[M04] pictures of a content service come from its place, and nothing else does', async () => {
  pictures = { 'img-src': ['https://media.example'] };
  const open = await policy();
  expect(open['img-src']).toBe("'self' data: https://media.example");
  expect(open['connect-src']).toBe("'self'");
  pictures = {};
});

test('a page knows how to load the chat, and not support’s timetable', async () => {
  const { body } = await ask('/');
  expect(JSON.parse(body)).toEqual({
    chat: { kind: 'built-in', scriptUrl: null },
    support: {
      email: 'help@harbor.example',
      phone: '(212) 555-0100',
      hours: 'Every day, 8 am to 10 pm Eastern',
    },
  });
  expect(JSON.parse((await ask('/', 'mesa.localhost')).body).chat).toEqual({
    kind: 'chatwoot',
    scriptUrl: 'https://chat.example/packs/js/sdk.js',
    url: 'https://chat.example',
    websiteToken: 'site-1',
  });
});
