import { fillPath, type Endpoint } from '@portside/contract/endpoint';
import type { Problem } from '@portside/contract/problem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import { messages as spanish } from '../words/es.ts';
import { harbor } from './caller.ts';
import { pastLimits } from './sending.ts';
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
  const isOwn = (sentence = '') => [sentence, inSpanish.has(sentence)];
  expect(isOwn(problem.message), about).toEqual([problem.message, true]);
  for (const error of problem.errors ?? []) {
    expect(isOwn(error.message), `${about}: ${error.field}`).toEqual([error.message, true]);
  }
}

/** Somebody whom no call has made another one, or signed out. */
let unchanged: string | undefined;
const somebody = async () => (await newcomer(app)).token;

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'a wrong input to %s is told in words of ours, and is never a fault of the server',
  async (_name, endpoint) => {
    const crm = endpoint.caller === 'crm' ? { crmSecret: 'harbor-demo-crm-secret' } : {};
    // Somebody who may call, with a proof that is fresh: some calls use it up.
    const usesProof = endpoint.freshProof !== undefined || endpoint.proofFor !== undefined;
    let token = usesProof ? undefined : unchanged;
    for (const { name, input, told } of wrongInputs(endpoint, crm)) {
      if (endpoint.caller === 'customer') token ??= await somebody();
      const answer = await pastLimits(app, () => send(endpoint, input, token));
      if (!answer) continue;
      // What succeeded may have ended the session, or be there now.
      if (answer.status === 200 && !endpoint.wire.startsWith('GET')) token = undefined;
      const about = `${endpoint.wire} with ${name}`;
      expectOwnWords(answer, about);
      const overBody = !endpoint.wire.startsWith('GET') && !endpoint.wire.includes('{');
      if (name.startsWith('crmSecret')) continue;
      const isWrong = !endpoint.input.safeParse(JSON.parse(JSON.stringify(input))).success;
      if (told.length > 0 || (isWrong && overBody)) {
        expect(answer.status, about).toBe(400);
        const fields = answer.problem.errors?.map(({ field }) => field);
        expect(fields?.length, about).toBeGreaterThan(0);
        expect(fields, about).toEqual(expect.arrayContaining([...told]));
      }
    }
    unchanged = token;
  },
);

/** Whatever is no object is refused as a text is, and a list empty or not. */
const noInputs = ['null', '"text"', '[{}]', '{', '{"__proto__":{}}', ''];

test('nothing at all, and what is no object, is told in words of ours by every call', async () => {
  let token = await somebody();
  for (const endpoint of endpoints) {
    // Of two codes for one address the second waits so long.
    app.clock.move(31_000);
    const answer = await pastLimits(app, () => send(endpoint, {}, token));
    if (answer) expectOwnWords(answer, `${endpoint.wire} with nothing`);
    const { method, path } = fillPath(endpoint.wire, rightInput(endpoint.input));
    const headers = {
      ...harbor,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    };
    for (const body of method === 'GET' ? [] : noInputs) {
      const { status } = await pastLimits(app, async () => {
        const bare = await app.fetch(path, { method, headers, body });
        // Read, so that its connection is free for the next one.
        await bare.arrayBuffer();
        return bare;
      });
      expect(status, `${endpoint.wire} with ${body}`).toBeLessThan(500);
    }
    if (endpoint.name === 'logout') token = await somebody();
  }
});
