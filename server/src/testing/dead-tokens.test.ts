import { staffLogout } from '@portside/contract/console/staff';
import { fillPath, type Endpoint } from '@portside/contract/endpoint';
import { logout, register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '../slices.ts';
import { openBrowser } from './bound-browser.ts';
import { harbor } from './caller.ts';
import { mesa } from './chatting.ts';
import { newcomer } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';
import { rightInput } from './wrong-inputs.ts';

type Shop = Readonly<Record<string, string>>;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const callsOf = (caller: Endpoint['caller']) =>
  [...served.routes, ...served.console.routes]
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.caller === caller);

/** The calls that do not answer "who are you?" to this token. */
async function opened(calls: readonly Endpoint[], token: string, shop: Shop = harbor) {
  const others: string[] = [];
  for (const endpoint of calls) {
    const { method, path } = fillPath(endpoint.wire, rightInput(endpoint.input));
    const answer = await app.fetch(path, {
      method,
      headers: { ...shop, authorization: `Bearer ${token}` },
    });
    if (answer.status !== 401) others.push(`${endpoint.name} ${answer.status}`);
    await answer.arrayBuffer();
  }
  return others;
}

async function stolen(): Promise<string> {
  const browser = await openBrowser(app);
  const { token } = await browser.caller().call(register, {
    firstName: 'Noa',
    lastName: 'Bound',
    email: 'bound@example.com',
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  return token;
}

const past = () => new Date(app.clock.now().getTime() - 1000);

test('[N08] a customer’s token that is over, ended, stolen without its key or of another brand opens no call', async () => {
  const calls = callsOf('customer');
  const tokenOf = async () => (await newcomer(app)).token ?? '';
  const other = await tokenOf();
  expect(await opened(calls, other, mesa)).toEqual([]);
  expect(await opened(calls, await stolen())).toEqual([]);
  await app.with(other).call(logout, {});
  expect(await opened(calls, other)).toEqual([]);
  const over = await tokenOf();
  await sql`update sessions set expires_at = ${past()}`.execute(app.app.db.query);
  expect(await opened(calls, over)).toEqual([]);
});

test('[N08] a token of staff that is over, unused, ended or of another brand opens no call', async () => {
  const calls = callsOf('staff');
  const { query } = app.app.db;
  const [viewer, agent, admin] = [
    await app.staff('viewer'),
    await app.staff('agent'),
    await app.staff('admin'),
  ];
  expect(await opened(calls, admin.token ?? '', mesa)).toEqual([]);
  await viewer.call(staffLogout, {});
  expect(await opened(calls, viewer.token ?? '')).toEqual([]);
  await sql`update staff_sessions set unused_until = ${past()}`.execute(query);
  expect(await opened(calls, agent.token ?? '')).toEqual([]);
  const later = sql`now() + interval '1 day'`;
  await sql`update staff_sessions set unused_until = ${later}, expires_at = ${past()}`.execute(
    query,
  );
  expect(await opened(calls, admin.token ?? '')).toEqual([]);
});

test('[N08] those calls are there, and a living token opens them', async () => {
  const living = (await newcomer(app)).token ?? '';
  const calls = callsOf('customer').filter(
    ({ name, wire }) => name !== 'logout' && wire.startsWith('GET'),
  );
  expect(calls.length).toBeGreaterThan(10);
  expect((await opened(calls, living)).length).toBe(calls.length);
});
