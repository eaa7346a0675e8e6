import { listPlans } from '@portside/contract/plans';
import { editUser, viewUser } from '@portside/contract/account';
import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harbor } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const plans = (headers: Record<string, string>) => app.fetch('/app/plans', { headers });

test('[I01][J01] a wrong API key, company code or tenant is the same clear 401, and leaks nothing', async () => {
  expect((await plans({ ...harbor })).status).toBe(200);
  const wrong = [
    {},
    { ...harbor, 'x-api-key': 'wrong-key-000' },
    { ...harbor, 'company-code': 'WEB-2' },
    { ...harbor, mvnoid: '7' },
    { ...harbor, mvnoid: 'six' },
  ];
  const bodies = await Promise.all(
    wrong.map(async (headers) => {
      const answer = await plans(headers);
      expect(answer.status).toBe(401);
      const { requestId, ...body } = (await answer.json()) as { requestId: string };
      expect(requestId).toBe(answer.headers.get('x-request-id'));
      return JSON.stringify(body);
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain('unknown_client');
  expect(bodies[0]).not.toContain('harbor');
});

test('[F05][I05] a customer’s call without a token, with a broken or a foreign one, is 401 unauthenticated', async () => {
  for (const token of [undefined, 'nonsense', 'a.b.c']) {
    const headers = { ...harbor, ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await app.fetch('/app/users/view', { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
  }
});

test('[F07][I05] the customer’s view has the fields of the specification', async () => {
  const maya = await app.as('maya@example.com');
  const view = await maya.call(viewUser, {});
  expect(view).toMatchObject({
    firstName: 'Maya',
    email: 'maya@example.com',
    contactNumber: '+12125550101',
    state: 'NY',
    emailVerified: true,
    lines: [{ mdn: '2125550101', status: 'active', simType: 'esim' }],
  });
  expect(view.userHash).toMatch(/^[0-9a-f]{64}$/);
});

test('an unknown path is 404 with or without a token, in the one shape of failure', async () => {
  const answer = await app.fetch('/app/no/such/call', { headers: harbor });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) });
});

test('[H28] invalid input names every field at once, with the sentences of the contract', async () => {
  const { status, problem } = await app.anyone.refusal(register, {
    firstName: 'A',
    lastName: '',
    email: 'nobody',
    regPassword: 'weak',
    confirmRegPassword: 'other',
  });
  expect(status).toBe(400);
  const messages = Object.fromEntries(
    (problem.errors ?? []).map((one) => [one.field, one.message]),
  );
  expect(messages).toMatchObject({
    firstName: 'Please enter your first name',
    lastName: 'Please enter your last name',
    email: 'Please enter a valid email address. Example: name@example.com',
    confirmRegPassword: 'Passwords do not match',
  });
  expect(messages.regPassword).toMatch(/^Invalid password format/);
});

test('a body that is too large, or not JSON, is refused in the one shape of failure', async () => {
  const post = (body: string, headers: Record<string, string> = json) =>
    app.fetch('/app/users/login', { method: 'POST', headers: { ...harbor, ...headers }, body });
  expect((await post(JSON.stringify({ email: 'x'.repeat(70_000) }))).status).toBe(413);
  expect((await post('{"email":')).status).toBe(400);
  expect((await post('<a/>', { 'content-type': 'application/xml' })).status).toBe(415);
  expect(await (await post('[]')).json()).toMatchObject({ code: 'invalid' });
});

test('a call that names JSON and has no body is understood', async () => {
  const maya = await app.as('maya@example.com');
  const headers = { ...harbor, ...json, authorization: `Bearer ${maya.token}` };
  const send = (method: string, path: string) => app.fetch(path, { method, headers });
  expect((await send('DELETE', '/app/lines/lin_nobodys/portout')).status).toBe(404);
  const answer = await send('POST', '/app/chat/messages');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid', errors: [{ field: 'text' }] });
});

test('a path that is too long, or no text, is refused in the one shape of failure, and not repeated', async () => {
  const maya = await app.as('maya@example.com');
  const headers = { ...harbor, authorization: `Bearer ${maya.token}` };
  const orders = '/app/checkout/orders';
  for (const [path, status] of [
    [`${orders}/${'x'.repeat(120)}`, 400],
    [`${orders}/${'x'.repeat(300)}`, 404],
    [`/desk/${'x'.repeat(300)}`, 400],
    [`${orders}/%zz`, 400],
    [`${orders}/%00`, 400],
    [`${orders}/a%00b`, 400],
  ] as const) {
    const answer = await app.fetch(path, { headers });
    expect(answer.status, path).toBe(status);
    expect(answer.headers.get('content-security-policy'), path).toContain("default-src 'none'");
    const { errors: _errors, ...body } = (await answer.json()) as Record<string, unknown>;
    expect(body).toEqual({
      code: status === 400 ? 'invalid' : 'not_found',
      message: expect.any(String),
      requestId: answer.headers.get('x-request-id'),
    });
  }
  const name = { firstName: 'Maya\ud800' };
  expect((await maya.refusal(editUser, name)).problem.code).toBe('invalid');
});

test('an unknown method or path of a server that has no pages is 404 in the one shape of failure', async () => {
  const answer = await app.fetch('/nowhere', { method: 'POST' });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
});

test('[I20] a changing call that brings the XSRF cookie must repeat it in the header', async () => {
  const post = (headers: Record<string, string>) =>
    app.fetch('/app/users/login', {
      method: 'POST',
      headers: { ...harbor, ...json, cookie: 'XSRF-TOKEN=abc', ...headers },
      body: JSON.stringify({ email: 'maya@example.com', password: 'Harbor1!' }),
    });
  expect((await post({})).status).toBe(403);
  expect((await post({ 'x-xsrf-token': 'abc' })).status).toBe(200);
});

test('the API describes itself, with every call and its refusals', async () => {
  const description = (await (await app.fetch('/app/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  expect(description.paths['/app/checkout/orders']?.post?.operationId).toBe('placeOrder');
  expect(Object.keys(description.paths)).toContain('/app/users/view');
  const page = await app.fetch('/app/docs/');
  expect(page.status).toBe(200);
});

test('health, readiness and metrics answer without tenant headers', async () => {
  expect(await (await app.fetch('/healthz')).json()).toEqual({ status: 'up' });
  expect(await (await app.fetch('/readyz')).json()).toEqual({ status: 'ready' });
  expect(await (await app.fetch('/metrics')).text()).toContain('portside_answers_total');
});

test('[C02][J04] plans come in the order of the shop, with the fields of the specification', async () => {
  const { plans: found } = await app.anyone.call(listPlans, {});
  expect(found).toHaveLength(6);
  expect(found.filter((one) => one.popular)).toHaveLength(1);
  for (const plan of found) {
    expect(plan.retailDescription.split('\n').length).toBeGreaterThan(1);
    expect(Number.isInteger(Math.round(plan.retailPrice * 100))).toBe(true);
  }
});
