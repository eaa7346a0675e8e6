import {
  acceptInvitation,
  changeRole,
  endStaffSession,
  inviteStaff,
  listStaff,
  listStaffSessions,
  removeStaff,
  staffLogin,
  staffLoginCode,
  staffLogout,
  staffStepUp,
  viewMe,
} from '@portside/contract/console/staff';
import { demoPassword } from '@portside/contract/demo-people';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { openBrowser } from '../testing/bound-browser.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { demoCodes } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const admin = { email: 'admin@harbor.example', password: demoPassword };
const codeOf = async (email: string) =>
  (await demoCodes(app.address)).find((one) => one.email === email)?.code ?? '';

/** Accepts the link as the person who was invited does, with an app of their own. */
async function accept(url: string) {
  const token = url.split('#')[1] ?? '';
  const input = { token, name: 'Noa New', password: 'Lantern8#' };
  const { challenge, secret } = await app.anyone.call(acceptInvitation, input);
  const phone = new TOTP({ secret });
  const code = () => phone.generate({ timestamp: app.clock.now().getTime() });
  return { challenge, code, token };
}

test('[L01] the command line invites the first admin, who chooses a password and an app, and is in', async () => {
  const { text, fine } = await runVerb(app.app, [
    'staff',
    'invite',
    'noa@harbor.example',
    '--role',
    'admin',
  ]);
  expect(fine).toBe(true);
  const url = /\S+\/console\/invitation#\S+/.exec(text)?.[0] ?? '';
  const { link } = await nextEmail(app, 'noa@harbor.example', /invited/);
  expect(link).toBe(url);
  const { challenge, code, token } = await accept(url);
  const first = code();
  const { token: session, staff } = await app.anyone.call(staffLoginCode, {
    challenge,
    code: first,
  });
  expect(staff).toMatchObject({ name: 'Noa New', role: 'admin' });
  expect((await app.with(session).call(viewMe, {})).can).toContain('inviteStaff');
  // Neither the link nor the code opens twice.
  const again = { token, name: 'Eve', password: 'Lantern8#' };
  expect((await app.anyone.refusal(acceptInvitation, again)).problem.reason).toBe('link_expired');
  const login = { email: 'noa@harbor.example', password: 'Lantern8#' };
  const { challenge: second } = await app.anyone.call(staffLogin, login);
  const replay = await app.anyone.refusal(staffLoginCode, { challenge: second, code: first });
  expect(replay.problem).toMatchObject({
    reason: 'code_used',
    message: 'This code was used already. Wait for the next one in your app.',
    errors: [{ field: 'code' }],
  });
  app.clock.move(seconds(31));
  await app.anyone.call(staffLoginCode, { challenge: second, code: code() });
  expect(
    (await runVerb(app.app, ['staff', 'invite', 'noa@harbor.example', '--role', 'viewer'])).fine,
  ).toBe(false);
});

test('[L01] a wrong password, an unknown address and a made-up challenge open nothing', async () => {
  for (const wrong of [
    { ...admin, password: 'Harbor2!' },
    { ...admin, email: 'maya@example.com' },
  ]) {
    expect((await app.anyone.refusal(staffLogin, wrong)).problem.reason).toBe('wrong_login');
  }
  const made = await app.anyone.refusal(staffLoginCode, { challenge: 'made-up', code: '123456' });
  expect(made.problem.reason).toBe('challenge_expired');
});

test('[L01] ten wrong codes an hour, whatever challenge they are entered with', async () => {
  const { email } = { email: 'viewer@harbor.example' };
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    const { challenge } = await app.anyone.call(staffLogin, { email, password: demoPassword });
    const wrong = (await codeOf(email)) === '000000' ? '111111' : '000000';
    statuses.push((await app.anyone.refusal(staffLoginCode, { challenge, code: wrong })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
});

test('[L01] a session ends after 30 minutes without use, and not while it is used', async () => {
  const agent = await app.staff('agent');
  for (let i = 0; i < 3; i += 1) {
    app.clock.move(minutes(20));
    await agent.call(viewMe, {});
  }
  app.clock.move(minutes(31));
  expect((await agent.refusal(viewMe, {})).status).toBe(401);
});

test('[L01] sessions are listed and ended elsewhere, by their owner alone', async () => {
  const [here, there] = [await app.staff('agent'), await app.staff('agent')];
  const { sessions } = await here.call(listStaffSessions, {});
  const other = sessions.find(({ current }) => !current)?.id ?? '';
  const billing = await app.staff('billing');
  expect((await billing.refusal(endStaffSession, { id: other })).status).toBe(404);
  await here.call(endStaffSession, { id: other });
  expect((await there.refusal(viewMe, {})).status).toBe(401);
  await here.call(staffLogout, {});
  expect((await here.refusal(viewMe, {})).status).toBe(401);
});

test('[L01] a session that was opened with a browser’s key is of no use without it', async () => {
  const browser = await openBrowser(app);
  const { challenge } = await browser.caller().call(staffLogin, admin);
  const code = await codeOf(admin.email);
  const { token } = await browser.caller().call(staffLoginCode, { challenge, code });
  await browser.caller(token).call(viewMe, {});
  expect((await app.with(token).refusal(viewMe, {})).status).toBe(401);
  const thief = await openBrowser(app);
  expect((await thief.caller(token).refusal(viewMe, {})).status).toBe(401);
});

test('[L01] an admin invites, changes a role, which counts at the next call, and removes', async () => {
  const boss = await app.staff('admin');
  await boss.call(inviteStaff, { email: 'zoe@harbor.example', role: 'agent' });
  const { link = '' } = await nextEmail(app, 'zoe@harbor.example', /invited/);
  const { challenge, code } = await accept(link);
  const { token } = await app.anyone.call(staffLoginCode, { challenge, code: code() });
  const zoe = app.with(token);
  const { id, role } = await zoe.call(viewMe, {});
  expect(role).toBe('agent');
  expect(
    (await boss.refusal(inviteStaff, { email: 'zoe@harbor.example', role: 'agent' })).problem
      .reason,
  ).toBe('staff_there');
  await boss.call(changeRole, { id, role: 'admin' });
  await zoe.call(listStaff, {});
  await boss.call(changeRole, { id, role: 'viewer' });
  expect((await zoe.refusal(listStaff, {})).problem.code).toBe('forbidden');
  await boss.call(removeStaff, { id });
  expect((await zoe.refusal(viewMe, {})).status).toBe(401);
  const login = { email: 'zoe@harbor.example', password: 'Lantern8#' };
  expect((await app.anyone.refusal(staffLogin, login)).problem.reason).toBe('wrong_login');
  const { id: self } = await boss.call(viewMe, {});
  expect((await boss.refusal(changeRole, { id: self, role: 'viewer' })).problem.reason).toBe(
    'own_role',
  );
  expect((await boss.refusal(removeStaff, { id: self })).problem.reason).toBe('own_role');
});

test('[L01] changing staff asks for the code again after ten minutes', async () => {
  const boss = await app.staff('admin');
  app.clock.move(minutes(11));
  const asked = { email: 'ned@harbor.example', role: 'viewer' } as const;
  expect((await boss.refusal(inviteStaff, asked)).problem.reason).toBe('proof_required');
  await boss.call(staffStepUp, { code: await codeOf(admin.email) });
  await boss.call(inviteStaff, asked);
});

test('[L02] staff of one brand are nobody at another', async () => {
  const client = app.app.brands.byId('mesa')?.client;
  const answer = await app.fetch('/console/api/login', {
    method: 'POST',
    headers: {
      'x-api-key': client?.apiKey ?? '',
      'company-code': client?.companyCode ?? '',
      mvnoid: String(client?.mvnoId),
      'content-type': 'application/json',
    },
    body: JSON.stringify(admin),
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ reason: 'wrong_login' });
});
