import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallFailed, type CallOptions } from '@portside/contract/call';
import { listTransactions, viewTransaction } from '@portside/contract/payments';
import { placeOrder } from '@portside/contract/checkout';
import { listPlans } from '@portside/contract/plans';
import { login, logout } from '@portside/contract/sign-in';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCall } from './call.ts';
import { createHttp, type HttpHost } from './http.ts';
import type { ProvenCall } from './key-proof.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let seen: Seen[];
let told: string[];
let shown: boolean[];
let ended: number;
let host: HttpHost;
/** What the server answers; undefined leaves the caller waiting. */
let answer: { status: number; body: string } | undefined;

beforeEach(async () => {
  seen = [];
  told = [];
  shown = [];
  ended = 0;
  answer = { status: 200, body: '{}' };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      if (answer) response.writeHead(answer.status).end(answer.body);
      else server.emit('waiting');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  host = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client: { mvnoId: 6, companyCode: 'WEB-1', apiKey: 'a-demo-key' },
    language: 'en',
    token: () => 'maya-token',
    cookies: () => 'a=b; XSRF-TOKEN=x%2Fy; c=d',
  };
});
afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const make = () =>
  createCall(host, {
    failed: (message, onPage) => {
      told.push(message);
      shown.push(onPage);
    },
    sessionOver: () => (ended += 1),
  });

const failure = async (calling: Promise<unknown>) => {
  const error = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallFailed)) throw new Error('expected a failed call');
  return error;
};

const problem = (status: number, code: string, more: object = {}) => ({
  status,
  body: JSON.stringify({ code, message: `The server says ${code}`, requestId: 'r1', ...more }),
});

test('[P03] [H28] an error says which line of a purchase it is about', async () => {
  const errors = [
    { field: 'yourNumber', message: 'Another line brings this number.', line: 3 },
    { field: 'imei', message: 'IMEI should be 15 digits' },
  ];
  answer = problem(422, 'refused', { reason: 'same_number', errors });
  expect((await failure(make()(listPlans, {}))).errors).toEqual(errors);
});

test('[I01] every call names the shop and asks for JSON', async () => {
  await make()(listPlans, {});
  expect(seen[0]).toMatchObject({
    method: 'GET',
    url: '/app/plans',
    headers: {
      accept: 'application/json',
      'accept-language': 'en',
      'x-api-key': 'a-demo-key',
      'company-code': 'WEB-1',
      mvnoid: '6',
    },
  });
});

test('[I01] only calls of a customer carry the bearer token; login and the like send none', async () => {
  const call = make();
  await call(login, { email: 'maya@example.com', password: 'Harbor1!' });
  await call(listPlans, {});
  await call(listTransactions, {});
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    'Bearer maya-token',
  ]);
});

test('[I20] the XSRF cookie travels as a header', async () => {
  await make()(login, { email: 'maya@example.com', password: 'x' });
  expect(seen[0]?.headers['x-xsrf-token']).toBe('x/y');
  host = { ...host, cookies: () => '' };
  await make()(listPlans, {});
  expect(seen[1]?.headers['x-xsrf-token']).toBeUndefined();
});

test('[I20] the first changing call makes the XSRF cookie, and later ones repeat it', async () => {
  const jar: string[] = [];
  host = {
    ...host,
    cookies: () => jar.join('; '),
    setCookie: (one) => jar.push(one.split(';')[0] ?? ''),
  };
  const call = make();
  await call(listPlans, {});
  expect(jar).toEqual([]);
  await call(login, { email: 'maya@example.com', password: 'x' });
  await call(login, { email: 'maya@example.com', password: 'x' });
  expect(jar).toEqual([expect.stringMatching(/^XSRF-TOKEN=[0-9a-f]{36}$/)]);
  const value = jar[0]?.slice('XSRF-TOKEN='.length);
  expect(seen.map(({ headers }) => headers['x-xsrf-token'])).toEqual([undefined, value, value]);
});

test('[I20] a browser that takes no cookies calls without one', async () => {
  host = { ...host, cookies: () => '', setCookie: () => undefined };
  await make()(login, { email: 'maya@example.com', password: 'x' });
  expect(seen[0]?.headers['x-xsrf-token']).toBeUndefined();
});

test('[I02] input goes into path, query, headers and body, each where the contract puts it', async () => {
  const call = make();
  await call(viewTransaction, { id: 'a/b c' });
  await call(listTransactions, { month: 3, q: 'a&b', year: undefined });
  await call(placeOrder, { idempotencyKey: 'cart:1', quoteId: 'q' } as never);
  expect(seen[0]?.url).toBe('/app/payments/transactions/a%2Fb%20c');
  expect(seen[1]?.url).toBe('/app/payments/transactions?month=3&q=a%26b');
  expect(seen[2]?.headers['idempotency-key']).toBe('cart:1');
  expect(JSON.parse(seen[2]?.body ?? '')).toEqual({ quoteId: 'q' });
});

test('[I02] a call without payload has no body', async () => {
  await make()(logout, {});
  expect(seen[0]).toMatchObject({ method: 'POST', body: '' });
  expect(seen[0]?.headers['content-type']).toBeUndefined();
});

test('[I02] the helper variants send what their names say', async () => {
  const http = createHttp(host);
  await http.post('/p', { a: 1 });
  await http.postWithoutToken('/p', { a: 1 });
  await http.postWithHeaders('/p', { a: 1 }, { 'x-more': '1' });
  await http.postEmpty('/p');
  await http.patch('/p', { a: 1 });
  await http.put('/p', { a: 1 });
  await http.get('/p', { dataType: 'csv' });
  await http.getWithoutToken('/p');
  await http.delete('/p');
  await http.delete('/p', { cardId: '1' });
  const sent = seen.map(({ method, body, headers }) =>
    [method, body, headers.authorization && 'token', headers['x-more'], headers.datatype].filter(
      Boolean,
    ),
  );
  expect(sent).toEqual([
    ['POST', '{"a":1}', 'token'],
    ['POST', '{"a":1}'],
    ['POST', '{"a":1}', 'token', '1'],
    ['POST', 'token'],
    ['PATCH', '{"a":1}', 'token'],
    ['PUT', '{"a":1}', 'token'],
    ['GET', 'token', 'csv'],
    ['GET'],
    ['DELETE', 'token'],
    ['DELETE', '{"cardId":"1"}', 'token'],
  ]);
});

test('[I21] a failed call is told with the server’s message, and its errors keep their fields', async () => {
  const errors = [{ field: 'email', message: 'Taken' }];
  answer = problem(422, 'refused', { reason: 'email_taken', errors });
  const error = await failure(make()(login, { email: 'a@b.co', password: 'x' }));
  expect(told).toEqual(['The server says refused']);
  expect(error).toMatchObject({ status: 422, reason: 'email_taken', errors });
  expect(error.problem.requestId).toBe('r1');
  expect(ended).toBe(0);
});

test('[F03] a 401 for the token ends the session, on any call', async () => {
  answer = problem(401, 'unauthenticated');
  await failure(make()(listTransactions, {}));
  expect(ended).toBe(1);
  expect(told).toEqual(['The server says unauthenticated']);
});

test.each([
  ['a page of a gateway', '<h1>Authorization required</h1>'],
  ['nothing at all', ''],
  ['a gateway’s own JSON', '{"error":"invalid_token"}'],
  ['a code that is not of the contract', '{"code":"token_expired","message":"Expired"}'],
])('[F03] a 401 that says %s ends the session too', async (_, body) => {
  answer = { status: 401, body };
  await failure(make()(listPlans, {}));
  expect(ended).toBe(1);
});

test('[F03] a shop that could not be identified logs nobody out', async () => {
  answer = problem(401, 'unknown_client');
  await failure(make()(listTransactions, {}));
  expect(ended).toBe(0);
});

test('[I20] a status outside 200 to 299 without a message is named', async () => {
  answer = { status: 502, body: '<h1>Bad gateway</h1>' };
  const error = await failure(make()(listPlans, {}));
  expect(error.message).toBe('Request failed with status code 502');
  expect(error.status).toBe(502);
  expect(told).toEqual(['Request failed with status code 502']);
});

test('[I21] a failure says whether it stands on the page too: at its field, or where its caller puts it', async () => {
  const call = make();
  const fail = async (options?: CallOptions) =>
    failure(call(login, { email: 'maya@example.com', password: 'x' }, options));
  answer = problem(422, 'refused', { reason: 'wrong_login' });
  await fail();
  await fail({ shown: 'refusals' });
  answer = problem(400, 'invalid', { errors: [{ field: 'email', message: 'Please' }] });
  await fail();
  answer = problem(503, 'outside_down');
  await fail({ shown: 'refusals' });
  await fail({ shown: 'all' });
  expect(shown).toEqual([false, true, true, false, true]);
});

test('[I20] nobody reached is a network error', async () => {
  host = { ...host, base: 'http://127.0.0.1:1' };
  const error = await failure(make()(listPlans, {}));
  expect(error).toMatchObject({ message: 'Network Error', transport: 'network', status: 0 });
  expect(told).toEqual(['Network Error']);
});

test('[I20] without a network the call fails as ever, but the page has said so once', async () => {
  const { base } = host;
  host = { ...host, base: 'http://127.0.0.1:1' };
  vi.stubGlobal('navigator', { onLine: false });
  const error = await failure(make()(listPlans, {}));
  expect(error).toMatchObject({ message: 'Network Error', transport: 'network' });
  expect(told).toEqual([]);
  // Somebody answers all the same: what they say is told.
  host = { ...host, base };
  answer = problem(503, 'outside_down');
  await failure(make()(listPlans, {}));
  expect(told).toHaveLength(1);
});

test('[I02] [I20] a call can be cancelled while it waits, and that is told to nobody', async () => {
  answer = undefined;
  const cancel = new AbortController();
  const arrived = new Promise((waiting) => server.once('waiting', waiting));
  const calling = failure(make()(listPlans, {}, { signal: cancel.signal }));
  await arrived;
  cancel.abort();
  const error = await calling;
  expect(error).toMatchObject({ message: 'Request aborted', aborted: true });
  expect(told).toEqual([]);
});

test('[I20] a call that is cancelled before it starts never leaves', async () => {
  const error = await failure(make()(listPlans, {}, { signal: AbortSignal.abort() }));
  expect(error.message).toBe('Request aborted');
  expect(seen).toEqual([]);
});

/** Bound to the key of a browser, as the server writes it. */
const bound = `x.${btoa(JSON.stringify({ exp: 4_000_000_000, cnf: { jkt: 'k' } }))}.x`;

test('[I01] a way in carries a proof of the browser’s key; other calls of a visitor none', async () => {
  const proven: ProvenCall[] = [];
  host = { ...host, prove: async (about) => (proven.push(about), 'proof') };
  await make()(login, { email: 'maya@example.com', password: 'Harbor1!' });
  await make()(listPlans, {});
  expect(seen.map(({ headers }) => headers.dpop)).toEqual(['proof', undefined]);
  expect(proven).toHaveLength(1);
  expect(proven[0]).toMatchObject({ method: 'POST', url: `${host.base}/app/users/login` });
  expect(proven[0]?.token).toBeUndefined();
});

test('[I01] a bound token never travels without a proof about it, a plain one without any', async () => {
  const proven: ProvenCall[] = [];
  host = { ...host, prove: async (about) => (proven.push(about), 'proof') };
  await make()(listTransactions, {});
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer maya-token' });
  expect(seen[0]?.headers.dpop).toBeUndefined();
  host = { ...host, token: () => bound };
  await make()(listTransactions, {});
  expect(seen[1]?.headers).toMatchObject({ authorization: `Bearer ${bound}`, dpop: 'proof' });
  expect(proven).toEqual([expect.objectContaining({ token: bound })]);
});

test('[I01] a browser with a wrong clock learns the time from the refusal and stays signed in', async () => {
  const wrong = 20 * 60_000;
  const times: number[] = [];
  const realNow = Date.now;
  Date.now = () => realNow() - wrong;
  try {
    host = {
      ...host,
      token: () => bound,
      prove: async ({ now }) => {
        times.push(now);
        const late = Math.abs(now - realNow()) > 5 * 60_000;
        answer = late ? problem(401, 'unauthenticated') : { status: 200, body: '{}' };
        return 'proof';
      },
    };
    const call = make();
    await call(listTransactions, {});
    await call(listTransactions, {});
  } finally {
    Date.now = realNow;
  }
  expect(seen).toHaveLength(3);
  expect([told, ended]).toEqual([[], 0]);
  expect(times.slice(1).every((now) => Math.abs(now - realNow()) < 60_000)).toBe(true);
});

test('[F03] a refused proof that is no matter of the clock ends the session', async () => {
  host = { ...host, token: () => bound, prove: async () => 'proof' };
  answer = problem(401, 'unauthenticated');
  await failure(make()(listTransactions, {}));
  expect([seen.length, ended]).toEqual([1, 1]);
});

test('[F03] an answer about a replaced session does not end the new one', async () => {
  let token = 'old-token';
  host = { ...host, token: () => token };
  answer = undefined;
  const waiting = new Promise((resolve) => server.once('waiting', resolve));
  server.on('request', (_, response) => {
    server.once('waiting', () => {
      token = 'new-token';
      const { status, body } = problem(401, 'unauthenticated');
      response.writeHead(status).end(body);
    });
  });
  await Promise.all([waiting, failure(make()(listTransactions, {}))]);
  expect(ended).toBe(0);
});

test('[F04] the id of the browser goes with every call once there is one', async () => {
  await make()(listPlans, {});
  host = { ...host, browserId: () => 'brw_1.signed' };
  await make()(listPlans, {});
  expect(seen.map(({ headers }) => headers['x-mid'])).toEqual([undefined, 'brw_1.signed']);
});

test('the want of a fresh proof is asked for in a dialog, not told in a notification', async () => {
  answer = problem(422, 'refused', { reason: 'proof_required' });
  expect((await failure(make()(listTransactions, {}))).reason).toBe('proof_required');
  expect(told).toEqual([]);
});

test('nor is a login told as failed that goes on with its second step', async () => {
  answer = problem(422, 'refused', { reason: 'second_step_required' });
  await failure(make()(login, { email: 'a@b.co', password: 'x' }));
  expect(told).toEqual([]);
});
