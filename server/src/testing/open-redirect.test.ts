import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { served } from '../slices.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { keptIf } from './kept-pages.ts';
import type { WebEntry } from '../http/pages.ts';
import { buildServer } from '../http/server.ts';

let app: TestApp;
let http: FastifyInstance;
let port: number;

/** Says which address it was asked for. */
const web: WebEntry = {
  placeOf: keptIf((path) => path === '/'),
  renderPage: async ({ url }) => ({ status: 200, headers: {}, failures: [], html: url }),
};

beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'worker']) } });
  http = await buildServer(app.app, served, { load: async () => web });
  await http.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(http.listeningOrigin).port);
});
afterAll(async () => {
  await http.close();
  await app.close();
});

/** Sends the path as it stands: what makes addresses of paths would take `//host` for a host. */
function ask(path: string) {
  return new Promise<{ status: number | undefined; location: string | undefined; body: string }>(
    (done, failed) => {
      const asking = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        let body = '';
        answer.on('data', (part: Buffer) => (body += part.toString()));
        answer.on('end', () =>
          done({ status: answer.statusCode, location: answer.headers.location, body }),
        );
      });
      asking.on('error', failed);
      asking.end();
    },
  );
}

test('open redirect: whatever path is asked for, it is one of this site and leads nowhere else', async () => {
  expect((await ask('/')).body).toBe('http://127.0.0.1/');
  for (const path of [
    '//evil.example',
    '//evil.example/login?next=//evil.example',
    '/\\evil.example',
    '//',
    '///evil.example',
    'http://evil.example/',
    '/login?next=https://evil.example/',
    '/login?next=%0d%0aLocation:%20https://evil.example/',
  ]) {
    const { status, location, body } = await ask(path);
    expect(status, path).toBe(200);
    expect(location, path).toBeUndefined();
    expect(new URL(body).host, path).toBe('127.0.0.1');
  }
});

test('an address with two slashes is not the home page, and is never kept as it', async () => {
  expect((await ask('//evil.example/')).body).toBe('http://127.0.0.1//evil.example/');
  expect((await ask('/')).body).toBe('http://127.0.0.1/');
});

test('a kept page is made without the query of whoever asks first; another page has its own', async () => {
  for (const query of ['?email=first%40example.com', '?next=%2Fcart', '']) {
    app.clock.move(31_000);
    expect((await ask(`/${query}`)).body).toBe('http://127.0.0.1/');
    expect((await ask(`/dashboard${query}`)).body).toBe(`http://127.0.0.1/dashboard${query}`);
  }
});
