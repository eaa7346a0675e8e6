import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/pgbouncer.ts';
import { callJson } from './call-json.ts';
import { OutsideFailure } from './outside-failure.ts';

/** Answers with what it was asked. */
let server: Server;
let url: URL;
beforeAll(async () => {
  server = createServer((request, answer) => {
    void text(request).then((body) => {
      const { method, headers } = request;
      if (request.url === '/words') return answer.end('not JSON');
      if (request.url === '/lost') return request.socket.destroy();
      answer.statusCode = 202;
      return answer.end(JSON.stringify({ method, type: headers['content-type'], body }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => new Promise((closed) => server.close(closed)));

const timeout = 5000;

test('what is asked goes as JSON; what is text already, because it was signed, goes as it is', async () => {
  const sent = async (body?: unknown) => {
    const { status, json } = await callJson('a service', url, { method: 'POST', body, timeout });
    return { status, ...(json as object) };
  };
  const type = 'application/json';
  expect(await sent({ a: 1 })).toEqual({ status: 202, method: 'POST', type, body: '{"a":1}' });
  expect(await sent('{ "a": 1 }')).toEqual({
    status: 202,
    method: 'POST',
    type,
    body: '{ "a": 1 }',
  });
  expect(await sent()).toEqual({ status: 202, method: 'POST', body: '' });
});

test('an answer that is no JSON has its status, and nothing in it', async () => {
  expect(await callJson('a service', new URL('/words', url), { timeout })).toEqual({
    status: 200,
    json: undefined,
  });
});

test('where nobody listens nothing was done', async () => {
  const nobody = new URL(`http://127.0.0.1:${await freePort()}`);
  const asked = callJson('a service', nobody, { timeout });
  await expect(asked).rejects.toMatchObject({ service: 'a service', outcome: 'not_done' });
});

/** What `fetch` goes by, with a connection to wait for that long instead of ten seconds. */
async function withPatience<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const goesBy = Symbol.for('undici.globalDispatcher.1');
  const fetching = globalThis as unknown as Record<symbol, object>;
  const usual = fetching[goesBy];
  const Agent = usual?.constructor as new (options: object) => object;
  fetching[goesBy] = new Agent({ connect: { timeout: milliseconds } });
  return work().finally(() => {
    if (usual) fetching[goesBy] = usual;
  });
}

test('where no connection comes about in time nothing was done', async () => {
  // It takes the call, and says no word of the TLS that has to come first.
  const silent = createSocketServer();
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const secure = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const asked = withPatience(100, () => callJson('a service', secure, { timeout: 20_000 }));
  await expect(asked).rejects.toMatchObject({ service: 'a service', outcome: 'not_done' });
  silent.close();
});

test('where the answer is lost nobody knows what was done', async () => {
  const asked = callJson('a service', new URL('/lost', url), { timeout });
  await expect(asked).rejects.toBeInstanceOf(OutsideFailure);
  await expect(asked).rejects.toMatchObject({ outcome: 'unknown' });
});
