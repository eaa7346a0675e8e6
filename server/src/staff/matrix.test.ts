import { fillPath, type Endpoint } from '@portside/contract/endpoint';
import { staffRoles, type StaffRole } from '@portside/contract/console/roles';
import { viewMe, viewRoles } from '@portside/contract/console/staff';
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

/** Of the demo's staff the admin is trained to help survivors, and nobody else. */
const mayMake = ({ roles, trained }: Pick<Endpoint, 'roles' | 'trained'>, role: StaffRole) =>
  (roles?.includes(role) ?? false) && (!trained || role === 'admin');

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
        if (mayMake(endpoint, role)) {
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
    const may = calls.filter((one) => mayMake(one, role));
    expect(can).toEqual(may.map((one) => one.name));
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

/** Section L's table, in the contract's spelling. */
const named = `
  POST /login, POST /login/code, GET /me, GET /search,
  POST /customers/{id}/verification, PUT /customers/{id}/verification,
  GET /customers/{id}, GET /customers/{id}/timeline, GET /stuck, POST /stuck/{id}/{action},
  GET /portins, POST /portins/{id}/resubmit, POST /orders/{id}/refund,
  GET /approvals, POST /approvals/{id}, POST /customers/{id}/credit,
  POST /lines/{id}/suspend, POST /lines/{id}/resume, POST /lines/{id}/esim, POST /lines/{id}/sim,
  POST /lines/{id}/end, GET /plans, POST /plans, PUT /plans/{id},
  GET /promos, POST /promos, PUT /promos/{id}, GET /notices, POST /notices, PUT /notices/{id},
  GET /settings, PUT /settings, GET /chats, POST /chats/{id}/take, POST /chats/{id}/reply,
  POST /chats/{id}/hand-over, POST /chats/{id}/close, GET /shipping, POST /shipping/{id}, POST /sims,
  GET /disputes, POST /disputes/{id}/evidence, GET /today, GET /books, GET /audit, GET /jobs,
  POST /jobs/{id}/retry, POST /customers/{id}/export, POST /customers/{id}/erase`;

test('[L02] each call that the console’s table names is served, and no role is left out of all', () => {
  const wires = served.console.routes.map(({ endpoint }) => endpoint.wire);
  const wanted = named.split(',').map((one) => one.trim().replace(' /', ' /console/api/'));
  expect(wanted.filter((wire) => !wires.some((one) => one === wire))).toEqual([]);
  for (const role of staffRoles) {
    expect(
      calls.some(({ roles }) => roles?.includes(role)),
      role,
    ).toBe(true);
  }
});

test('[L18] what each call does is told in words, without the row of the requirements', async () => {
  const ada = await app.staff('admin');
  const { calls: told } = await ada.call(viewRoles, {});
  const all = served.console.routes.map(({ endpoint }) => endpoint.name);
  expect(told.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
  // A login has none, and stands in the audit.
  const ofNoRole = told.filter(({ roles }) => roles.length === 0).map(({ name }) => name);
  expect(ofNoRole).toContain('staffLoginCode');
  expect(ofNoRole.filter((name) => calls.some((one) => one.name === name))).toEqual([]);
  const withRow = told.filter(({ summary }) => /[A-Z]\d{2}\b/.test(summary));
  expect(withRow.map(({ summary }) => summary)).toEqual([]);
});
