import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { served } from '../slices.ts';
import { harbor } from './caller.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';

/** What a web server gives away without being asked: ASVS 4.1.1, 5.2.3, 5.3.2, 13.4. */
let app: TestApp;
let http: FastifyInstance;
let port: number;

/** Every page is "not found", so that an answer of 200 is a file. */
const web: WebEntry = {
  placeOf: keptIf(() => false),
  renderPage: async () => ({ status: 404, headers: {}, failures: [], html: 'a page' }),
};

beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
  http = await buildServer(app.app, served, { load: async () => web });
  await http.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(http.listeningOrigin).port);
});
afterAll(async () => {
  await http.close();
  await app.close();
});

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly cache: string;
  readonly body: string;
}

/** Sends path and method as they stand. */
function ask(path: string, method = 'GET', headers: Record<string, string> = {}, body?: Buffer) {
  return new Promise<Answer>((done, failed) => {
    const asked = { host: '127.0.0.1', port, path, method, headers, agent: false };
    const asking = request(asked, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          cache: answer.headers['cache-control'] ?? '',
          body: text,
        }),
      );
    });
    asking.on('error', failed);
    asking.end(body);
  });
}

test.each(['/app/plans', '/', '/country-flags/US.svg', '/healthz'])(
  '[N08] TRACE of %s gives nothing back of what was sent',
  async (path) => {
    const { status, body } = await ask(path, 'TRACE', { ...harbor, 'x-said': 'sent-by-me' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('sent-by-me');
  },
);

test('[N08] a file is there, its folder shows no list, and nothing beside or above it is', async () => {
  expect(await ask('/country-flags/US.svg')).toMatchObject({ status: 200 });
  const above = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '....//'];
  const beside =
    '/country-flags /country-flags/ /assets /assets/ /fonts/ /console/assets/ /.git/config /.env ' +
    '/package.json /server/src/main.ts /country-flags/.git';
  const paths = [
    ...beside.split(' '),
    ...above.map((up) => `/country-flags/${up.repeat(4)}package.json`),
    ...above.map((up) => `/assets/${up.repeat(4)}package.json`),
  ];
  for (const path of paths) {
    const { status, body } = await ask(path);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(body, path).not.toMatch(/"version"|Index of|index\.html/);
  }
});

test('[N08] each answer says what it is and in which letters, and calls are kept by nobody', async () => {
  const maya = await app.as('maya@example.com');
  const authorization = `Bearer ${maya.token}`;
  const calls = [
    ['/app/plans', harbor],
    ['/app/plans', {}],
    ['/app/lines', { ...harbor, authorization }],
    ['/app/no/such/call', harbor],
  ] as const;
  for (const [path, headers] of calls) {
    const { type, cache } = await ask(path, 'GET', headers);
    expect(type, path).toBe('application/json; charset=utf-8');
    expect(cache, path).toContain('no-store');
  }
  expect((await ask('/a-page', 'GET', { accept: 'text/html' })).type).toBe(
    'text/html; charset=utf-8',
  );
});

test('[N08] a compressed body counts by what comes out of it, and is no way around the size', async () => {
  const path = register.wire.split(' ')[1] ?? '';
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '));
  expect(bomb.length).toBeLessThan(64 * 1024);
  const headers = {
    ...harbor,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': String(bomb.length),
  };
  const { status, body } = await ask(path, 'POST', headers, bomb);
  expect([413, 415, 400]).toContain(status);
  expect(body).not.toMatch(/zlib|node_modules|at \w+ \(/);
});
