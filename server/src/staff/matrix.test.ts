import { fillPath, type Endpoint } from '@portside/contract/endpoint';
import { staffRoles, type StaffRole } from '@portside/contract/console/roles';
import { viewMe } from '@portside/contract/console/staff';
import type { Problem } from '@portside/contract/problem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { served } from '../slices.ts';
import { harbor } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { rightInput } from '../testing/wrong-inputs.ts';

let app: TestApp;
const tokens = new Map<StaffRole, string>();
let customer = '';
beforeAll(async () => {
  app = await openTestApp();
  for (const role of staffRoles) tokens.set(role, (await app.staff(role)).token ?? '');
  customer = (await app.as('maya@example.com')).token ?? '';
});
afterAll(() => app.close());

const calls = served.console.routes
  .map(({ endpoint }) => endpoint)
  .filter(({ caller }) => caller === 'staff');

const ofCustomers = served.routes
  .map(({ endpoint }) => endpoint)
  .filter(({ caller }) => caller === 'customer');

function mesa(): Record<string, string> {
  const client = app.app.brands.byId('mesa')?.client;
  if (!client) throw new Error('There is no second brand');
  const { apiKey, companyCode, mvnoId } = client;
  return { 'x-api-key': apiKey, 'company-code': companyCode, mvnoid: String(mvnoId) };
}

/** Of something that is not there: a right caller goes as far as that, and changes nothing. */
async function send(
  endpoint: Endpoint,
  token: string | undefined,
  shop: Record<string, string> = harbor,
): Promise<{ status: number; code: string | undefined }> {
  const input = {
    ...rightInput(endpoint.input),
    ...('id' in rightInput(endpoint.input) && { id: 'no_such' }),
  };
  const { method, path } = fillPath(endpoint.wire, input);
  const answer = await app.fetch(path, {
    method,
    headers: { ...shop, ...(token && { authorization: `Bearer ${token}` }) },
  });
  const isJson = answer.headers.get('content-type')?.includes('json');
  const body = isJson ? ((await answer.json()) as Partial<Problem>) : {};
  return { status: answer.status, code: answer.ok ? undefined : body.code };
}

/** Would end the sessions that the others are tried with. */
const ending = new Set(['staffLogout', 'endStaffSession']);

describe.each(calls.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (name, endpoint) => {
    test.each(staffRoles)(
      '[L02] of staff, the roles at the endpoint and no others: %s',
      async (role) => {
        if (ending.has(name)) return expect(endpoint.roles).toEqual([...staffRoles]);
        const { status, code } = await send(endpoint, tokens.get(role));
        if (endpoint.roles?.includes(role)) {
          expect([status, code]).not.toEqual([403, 'forbidden']);
          expect(status).not.toBe(401);
          expect(status).toBeLessThan(500);
        } else expect([status, code]).toEqual([403, 'forbidden']);
      },
    );

    test('[L02] without a session, with a customer’s token, and for another brand: nobody', async () => {
      for (const token of [undefined, customer, 'made.up.token']) {
        expect(await send(endpoint, token)).toEqual({ status: 401, code: 'unauthenticated' });
      }
      const other = await send(endpoint, tokens.get('admin'), mesa());
      expect(other).toEqual({ status: 401, code: 'unauthenticated' });
    });
  },
);

test('[L02] each call of the console says who may make it, and me tells the same', async () => {
  for (const endpoint of calls)
    expect([endpoint.name, endpoint.roles?.length]).not.toContain(undefined);
  for (const role of staffRoles) {
    const { can } = await app.with(tokens.get(role) ?? '').call(viewMe, {});
    expect(can).toEqual(calls.filter(({ roles }) => roles?.includes(role)).map((one) => one.name));
  }
});

describe.each(ofCustomers.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    test('[L02] a staff token opens no call of customers', async () => {
      const { status } = await send(endpoint, tokens.get('admin'));
      expect(status).toBe(401);
    });
  },
);

test('[L02] the brand is named by the three headers, or by the host it was called at', async () => {
  const token = tokens.get('viewer') ?? '';
  const answer = await app.fetch('/console/api/me', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const wrong = await app.fetch('/console/api/me', {
    headers: { ...harbor, 'x-api-key': 'other', authorization: `Bearer ${token}` },
  });
  expect(wrong.status).toBe(401);
});

test('[L01] the calls are described at /console/api/openapi.json, with their roles', async () => {
  const answer = await app.fetch('/console/api/openapi.json');
  const { paths } = (await answer.json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-roles'?: string[] }>>;
  };
  expect(paths['/console/api/audit']?.get).toMatchObject({
    operationId: 'listAudit',
    'x-roles': ['admin'],
  });
  expect(Object.keys(paths).every((path) => path.startsWith('/console/api/'))).toBe(true);
});
