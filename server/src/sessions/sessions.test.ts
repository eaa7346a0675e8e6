import { viewUser } from '@portside/contract/account';
import {
  endOtherSessions,
  endSession,
  listActivity,
  listSessions,
  nameBrowser,
} from '@portside/contract/sessions';
import { login, register, stepUp } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { callerAt } from '../testing/caller.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const loginOn = async (email: string, headers: Record<string, string>, password = 'Anchor7!') => {
  const { token } = await callerAt(app.address, undefined, () => headers).call(login, {
    email,
    password,
  });
  return callerAt(app.address, token, () => headers);
};

test('the list names each signed-in browser, this one first, with place of use and time', async () => {
  const noa = await newcomer(app);
  const phone = await loginOn(noa.email, { 'user-agent': iphone });
  app.clock.move(minutes(5));
  await noa.call(viewUser, {});
  const { sessions } = await phone.call(listSessions, {});
  expect(sessions.map((one) => one.current)).toEqual([true, false]);
  expect(sessions[0]).toMatchObject({ browser: 'Safari on iPhone', network: '127.0.0.1' });
  const seen = Date.parse(sessions[1]?.lastSeenAt ?? '');
  expect(app.clock.now().getTime() - seen).toBeLessThan(minutes(1));
  expect(Date.parse(sessions[1]?.createdAt ?? '')).toBeLessThan(seen);
});

test('one browser is signed out, or all others; nobody signs out the browser of another customer', async () => {
  const noa = await newcomer(app);
  const phone = await loginOn(noa.email, { 'user-agent': iphone });
  const third = await loginOn(noa.email, {});
  const { sessions } = await phone.call(listSessions, {});
  const phoneId = sessions.find((one) => one.current)?.id ?? '';
  const omar = await app.as('omar@example.com');
  expect((await omar.refusal(endSession, { id: phoneId })).status).toBe(404);
  await noa.call(endSession, { id: phoneId });
  expect((await phone.refusal(viewUser, {})).status).toBe(401);
  await noa.call(endOtherSessions, {});
  expect((await third.refusal(viewUser, {})).status).toBe(401);
  expect((await noa.call(listSessions, {})).sessions).toHaveLength(1);
});

test('[N08] support logs a customer out everywhere by the command line, and the customer reads by whom', async () => {
  const noa = await newcomer(app);
  const phone = await loginOn(noa.email, { 'user-agent': iphone });
  const omar = await app.as('omar@example.com');
  const verb = ['customer', 'log-out', noa.email, '--by', 'Dana Reyes'];
  expect(await runVerb(app.app, verb)).toMatchObject({
    text: `${noa.email} is logged out everywhere.`,
    fine: true,
  });
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
  expect((await phone.refusal(viewUser, {})).status).toBe(401);
  await omar.call(viewUser, {});
  const back = await loginOn(noa.email, {});
  const { activity } = await back.call(listActivity, {});
  expect(activity.find((one) => one.kind === 'sessions_ended')).toMatchObject({
    agent: 'Dana Reyes',
  });
});

test('signing out another browser needs a fresh proof: a stolen session logs nobody out', async () => {
  const noa = await newcomer(app);
  const phone = await loginOn(noa.email, { 'user-agent': iphone });
  app.clock.move(minutes(11));
  const { sessions } = await noa.call(listSessions, {});
  const id = sessions.find((one) => !one.current)?.id ?? '';
  for (const refused of [
    await noa.refusal(endSession, { id }),
    await noa.refusal(endOtherSessions, {}),
  ]) {
    expect(refused.problem.reason).toBe('proof_required');
  }
  await phone.call(viewUser, {});
  await noa.call(stepUp, { password: 'Anchor7!' });
  await noa.call(endSession, { id });
  expect((await phone.refusal(viewUser, {})).status).toBe(401);
});

test('[F03] a session that nobody uses for the brand’s time ends; one that is used goes on', async () => {
  const noa = await newcomer(app);
  const phone = await loginOn(noa.email, { 'user-agent': iphone });
  const inMesa = { 'x-api-key': 'mesa-demo-key', 'company-code': 'WEB-7', mvnoid: '7' };
  const person = { firstName: 'Noa', lastName: 'Mesa', email: noa.email };
  const { token } = await callerAt(app.address, undefined, () => inMesa).call(register, {
    ...person,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  const mesa = callerAt(app.address, token, () => inMesa);
  app.clock.move(hours(23));
  await mesa.call(viewUser, {});
  app.clock.move(hours(23));
  await mesa.call(viewUser, {});
  await noa.call(viewUser, {});
  app.clock.move(hours(24));
  expect((await mesa.refusal(viewUser, {})).status).toBe(401);
  app.clock.move(hours(2));
  // Harbor's is three days: used yesterday, and not used since the login.
  const { sessions } = await noa.call(listSessions, {});
  expect(sessions.map((one) => one.current)).toEqual([true]);
  expect((await phone.refusal(viewUser, {})).status).toBe(401);
});

test('the activity comes newest first, 20 at a time, each entry once, and only one’s own', async () => {
  const noa = await newcomer(app);
  for (let i = 0; i < 22; i += 1) await noa.call(endOtherSessions, {});
  const first = await noa.call(listActivity, {});
  expect(first.activity).toHaveLength(20);
  expect(first.activity[0]).toMatchObject({
    kind: 'sessions_ended',
    message: 'All other browsers were logged out',
    network: '127.0.0.1',
  });
  const rest = await noa.call(listActivity, { cursor: first.next });
  expect(rest.next).toBeUndefined();
  expect(rest.activity.at(-1)).toMatchObject({ kind: 'registered' });
  const ids = [...first.activity, ...rest.activity].map((one) => one.id);
  expect(new Set(ids).size).toBe(23);
  const omar = await app.as('omar@example.com');
  const others = await omar.call(listActivity, { cursor: first.next });
  expect(others.activity.map((one) => one.id)).not.toContain(ids[0]);
});

test('a browser gets an id that the server signed; a forged one names nobody', async () => {
  const noa = await newcomer(app);
  const { mid } = await app.anyone.call(nameBrowser, {});
  const { mid: other } = await app.anyone.call(nameBrowser, {});
  expect(mid).not.toBe(other);
  const forged = [
    `${mid.slice(0, -1)}${mid.endsWith('0') ? '1' : '0'}`,
    `${other.split('.')[0]}.${mid.split('.')[1]}`,
    'brw_1',
    '',
  ];
  for (const one of [mid, ...forged]) await loginOn(noa.email, { 'x-mid': one });
  const browsers = await app.app.db.query
    .withTables<{ sessions: { browser_id: string | null; created_at: Date } }>()
    .selectFrom('sessions')
    .select('browser_id')
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute();
  expect(browsers.map((one) => one.browser_id)).toEqual([
    null,
    null,
    null,
    null,
    mid.split('.')[0],
  ]);
});
