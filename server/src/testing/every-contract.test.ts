import { fillPath, type Endpoint } from '@portside/contract/endpoint';
import type { Problem } from '@portside/contract/problem';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import { messages as spanish } from '../words/es.ts';
import { harbor } from './caller.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { rightInput, wrongInputs } from './wrong-inputs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const endpoints = served.routes.map((route) => route.endpoint);
const inSpanish = new Set(Object.values(spanish));

interface Answer {
  status: number;
  problem: Partial<Problem>;
}

/** As a program sends it: whatever cannot be in an address or a header is not sent. */
async function send(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  token: string | undefined,
): Promise<Answer | undefined> {
  const { method, path, used } = fillPath(endpoint.wire, wellFormed(input, endpoint));
  const headers = new Headers({
    ...harbor,
    'accept-language': 'es',
    ...(token && { authorization: `Bearer ${token}` }),
  });
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const header = endpoint.headers[name];
    if (header) {
      if (typeof value !== 'string' || !/^[ -~]{0,4000}$/.test(value)) return undefined;
      headers.set(header, value);
    } else if (!used.has(name) && value !== undefined) rest[name] = value;
  }
  let address = `${app.address}${path}`;
  if (method === 'GET') address += `?${queryOf(rest)}`;
  else headers.set('content-type', 'application/json');
  const body = method === 'GET' ? {} : { body: JSON.stringify(rest) };
  const answer = await fetch(address, { method, headers, ...body });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, problem: isJson ? (JSON.parse(text) as Problem) : {} };
}

/** In a path only what an address can hold. */
function wellFormed(input: Record<string, unknown>, { wire }: Endpoint) {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      wire.includes(`{${name}}`) ? String(value).toWellFormed() || '%20' : value,
    ]),
  );
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      query.append(name, one === null ? 'null' : String(one).toWellFormed());
    }
  }
  return query.toString();
}

/** Only what is invalid, refused, not there or not allowed: said in words of ours, in Spanish too. */
function expectOwnWords({ status, problem }: Answer, about: string) {
  expect([200, 400, 401, 403, 404, 409, 422], about).toContain(status);
  if (status === 200) return;
  expect(inSpanish, `${about}: ${problem.message}`).toContain(problem.message);
  for (const error of problem.errors ?? []) {
    expect(inSpanish, `${about}: ${error.field}: ${error.message}`).toContain(error.message);
  }
}

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'a wrong input to %s is told in words of ours, and is never a fault of the server',
  async (_name, endpoint) => {
    const crm = endpoint.caller === 'crm' ? { crmSecret: 'harbor-demo-crm-secret' } : {};
    let token: string | undefined;
    for (const { name, input } of wrongInputs(endpoint, crm)) {
      await sql`delete from limits`.execute(app.app.db.query);
      // Somebody who may call, with a proof that is fresh.
      if (endpoint.caller === 'customer') token ??= (await newcomer(app)).token;
      const answer = await send(endpoint, input, token);
      if (!answer) continue;
      // What succeeded may have ended the session, or be there now.
      if (answer.status === 200) token = undefined;
      const about = `${endpoint.wire} with ${name}`;
      expectOwnWords(answer, about);
      const overBody = !endpoint.wire.startsWith('GET') && !endpoint.wire.includes('{');
      if (name.startsWith('crmSecret')) continue;
      const isWrong = !endpoint.input.safeParse(JSON.parse(JSON.stringify(input))).success;
      if (isWrong && overBody) {
        expect(answer.status, about).toBe(400);
        expect(answer.problem.errors?.length, about).toBeGreaterThan(0);
      }
    }
  },
);

test('nothing at all, and what is no object, is told in words of ours by every call', async () => {
  const { token } = await newcomer(app);
  for (const endpoint of endpoints) {
    await sql`delete from limits`.execute(app.app.db.query);
    // Of two codes for one address the second waits so long.
    app.clock.move(31_000);
    const answer = await send(endpoint, {}, token);
    if (answer) expectOwnWords(answer, `${endpoint.wire} with nothing`);
    const { method, path } = fillPath(endpoint.wire, rightInput(endpoint.input));
    if (method === 'GET') continue;
    for (const body of ['null', '[]', '"text"', '1', '{', '{"__proto__":{}}', '[{}]', '']) {
      await sql`delete from limits`.execute(app.app.db.query);
      const { status } = await app.fetch(path, {
        method,
        headers: {
          ...harbor,
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
        },
        body,
      });
      expect(status, `${endpoint.wire} with ${body}`).toBeLessThan(500);
    }
  }
});
