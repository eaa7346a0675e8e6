import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { served } from '../slices.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import type { WebEntry } from '../http/pages.ts';
import type { PageSources } from '../http/security.ts';
import { buildServer } from '../http/server.ts';

let app: TestApp;
let http: FastifyInstance;
/** What the chat service of the moment wants let through. */
let sources: PageSources = {};

const web: WebEntry = {
  cacheable: () => false,
  renderPage: async (_request, { brand }) => ({
    status: 200,
    headers: {},
    failures: [],
    html: JSON.stringify({ chat: brand.chat, support: brand.support }),
  }),
};

beforeAll(async () => {
  app = await openTestApp({
    config: { roles: new Set(['web', 'worker']) },
    overrides: {
      adapters: (opened) => ({ ...opened, chat: { ...opened.chat, sources: () => sources } }),
    },
  });
  http = await buildServer(app.app, served, { load: async () => web });
});
afterAll(async () => {
  await http.close();
  await app.close();
});

async function policy(): Promise<Record<string, string>> {
  const { headers } = await http.inject({ method: 'GET', url: '/' });
  const text = String(headers['content-security-policy']);
  return Object.fromEntries(
    text
      .split('; ')
      .map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]),
  );
}

test('a page with the built-in chat loads from its own site alone', async () => {
  sources = {};
  expect(await policy()).toMatchObject({
    'default-src': "'self'",
    'script-src': expect.stringMatching(/^'nonce-[\w+/=]+' 'strict-dynamic'$/),
    'style-src': expect.stringMatching(/^'self' 'nonce-[\w+/=]+'$/),
    'connect-src': "'self'",
    'trusted-types': 'portside',
  });
  expect((await policy())['frame-src']).toBeUndefined();
});

test('what a chat widget needs joins the page’s policy, and takes nothing out of it', async () => {
  sources = {
    'script-src': ['https://chat.example'],
    'connect-src': ['https://chat.example', 'wss://chat.example'],
    'frame-src': ['https://chat.example'],
  };
  const open = await policy();
  expect(open).toMatchObject({
    'connect-src': "'self' https://chat.example wss://chat.example",
    'frame-src': "'self' https://chat.example",
    'img-src': "'self' data:",
    'frame-ancestors': "'none'",
  });
  expect(open['script-src']).toMatch(/^'nonce-\S+' 'strict-dynamic' https:\/\/chat\.example$/);
});

test('a page knows how to load the chat, and not support’s timetable', async () => {
  const { body } = await http.inject({ method: 'GET', url: '/' });
  expect(JSON.parse(body)).toEqual({
    chat: { kind: 'built-in', scriptUrl: null },
    support: {
      email: 'help@harbor.example',
      phone: '(212) 555-0100',
      hours: 'Every day, 8 am to 10 pm Eastern',
    },
  });
});
