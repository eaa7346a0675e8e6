import { countryOptions } from '@portside/contract/countries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { served } from '../slices.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';

let app: TestApp;
let http: FastifyInstance;

/** The site map's part of this: no page has such an address. */
const web: WebEntry = {
  placeOf: keptIf(() => false),
  renderPage: async (request) => ({
    status: 404,
    headers: {},
    failures: [],
    html: `<h1>Nothing at ${new URL(request.url).pathname}</h1>`,
  }),
};

beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
  http = await buildServer(app.app, served, { load: async () => web });
});
afterAll(async () => {
  await http.close();
  await app.close();
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const open = (url: string, accept: string) =>
  http.inject({ method: 'GET', url, headers: { accept } });

test.each([
  '/no/such/page',
  '/assets/none.html',
  '/assets/',
  '/brands/harbor/none.html',
  '/brands/harbor/brand.json',
  '/brands/mesa/none/theme.css',
  '/brands/nobody/theme.css',
])('[A18] %s shows a browser the not-found page, with status 404', async (path) => {
  const answer = await open(path, browser);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toBe(`<h1>Nothing at ${path}</h1>`);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test.each(['/%zz', '/assets/%zz', '/dashboard/%E0%A4%A'])(
  '[A18] %s, whose escapes are none, is a page that is not there to a browser',
  async (path) => {
    const answer = await open(path, browser);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toBe(`<h1>Nothing at ${path.replaceAll('%', '%25')}</h1>`);
    expect((await open(path, 'application/json')).json()).toMatchObject({ code: 'invalid' });
  },
);

test('a picture or a style that is not there is a short answer to the program that asked', async () => {
  for (const path of ['/brands/harbor/none.svg', '/brands/harbor/brand.json']) {
    const answer = await open(path, 'image/svg+xml,*/*;q=0.8');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
    expect(answer.headers.vary).toMatch(/accept(,|$)/);
  }
});

test('[H36] each country of the choice has its flag as a picture', async () => {
  for (const { value, flag } of countryOptions()) {
    const answer = await open(flag, 'image/svg+xml,*/*;q=0.8');
    expect(answer.statusCode, value).toBe(200);
    expect(answer.headers['content-type']).toBe('image/svg+xml');
    expect(answer.body).toMatch(/^<svg /);
  }
  expect((await open('/country-flags/flags.css', '*/*')).statusCode).toBe(404);
});

test('what is there is a file, whoever asks', async () => {
  for (const accept of [browser, '*/*']) {
    const answer = await open('/brands/harbor/theme.css', accept);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/css');
    expect(answer.headers['cache-control']).toBe('public, max-age=600');
  }
});
