import { listAudit } from '@portside/contract/console/audit';
import {
  acceptInvitation,
  acceptInvitationByPasskey,
  addStaffPasskey,
  askInvitationPasskey,
  askNewStaffPasskey,
  askStaffPasskey,
  inviteStaff,
  listStaff,
  listStaffPasskeys,
  removeStaff,
  removeStaffPasskey,
  resetStaffAccess,
  staffLogin,
  staffLoginCode,
  staffPasskeyLogin,
  staffStepUp,
  viewMe,
} from '@portside/contract/console/staff';
import { demoPassword } from '@portside/contract/demo-people';
import { askPasskeyLogin, passkeyLogin } from '@portside/contract/sign-in';
import { viewUser } from '@portside/contract/account';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { makeAuthenticator, type Authenticator } from '../testing/authenticator.ts';
import { openBrowser } from '../testing/bound-browser.ts';
import type { Caller } from '../testing/caller.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const origin = 'http://127.0.0.1';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function addTo(caller: Caller, phone = makeAuthenticator()): Promise<Authenticator> {
  const { options } = await caller.call(askNewStaffPasskey, {});
  await caller.call(addStaffPasskey, { passkey: phone.create(options, origin) });
  return phone;
}

const signed = async (phone: Authenticator, page = origin, change = {}) =>
  phone.get((await app.anyone.call(askStaffPasskey, {})).options, page, change);

const logIn = async (phone: Authenticator) =>
  app.with((await app.anyone.call(staffPasskeyLogin, { passkey: await signed(phone) })).token);

const refusedLogin = async (passkey: ReturnType<Authenticator['get']>) =>
  (await app.anyone.refusal(staffPasskeyLogin, { passkey })).problem.reason;

/** Invited by an admin, with a passkey and nothing else. */
async function newMember(email: string): Promise<{ caller: Caller; phone: Authenticator }> {
  const boss = await app.staff('admin');
  await boss.call(inviteStaff, { email, role: 'billing' });
  const { link = '' } = await nextEmail(app, email, /invited/);
  return accept(link, 'Pat Key');
}

async function accept(link: string, name: string) {
  const token = link.split('#')[1] ?? '';
  const phone = makeAuthenticator();
  const { options } = await app.anyone.call(askInvitationPasskey, { token, name });
  const passkey = phone.create(options, origin);
  const came = await app.anyone.call(acceptInvitationByPasskey, { token, name, passkey });
  return { caller: app.with(came.token), phone, token, staff: came.staff };
}

const auditOf = async (staffId: string) =>
  (await (await app.staff('admin')).call(listAudit, { staffId })).entries;

test('[L01] a member of staff adds a passkey, logs in with it alone, and removes it', async () => {
  const agent = await app.staff('agent');
  expect((await agent.call(viewMe, {})).ways).toEqual(['code']);
  const phone = await addTo(agent);
  await nextEmail(app, 'agent@harbor.example', /passkey was added/);
  const back = await logIn(phone);
  const me = await back.call(viewMe, {});
  expect(me).toMatchObject({ email: 'agent@harbor.example', ways: ['passkey', 'code'] });
  const { passkeys } = await back.call(listStaffPasskeys, {});
  expect(passkeys).toMatchObject([{ id: phone.id }]);
  expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  await back.call(removeStaffPasskey, { id: phone.id });
  await nextEmail(app, 'agent@harbor.example', /passkey was removed/);
  expect(await refusedLogin(await signed(phone))).toBe('passkey_unknown');
  expect((await back.refusal(removeStaffPasskey, { id: phone.id })).status).toBe(404);
  const did = (await auditOf(me.id)).map(({ call, outcome }) => [call, outcome]);
  for (const call of ['addStaffPasskey', 'staffPasskeyLogin', 'removeStaffPasskey']) {
    expect(did).toContainEqual([call, 'done']);
  }
});

test('[L01] an invitation is accepted with a passkey alone, and its link opens once', async () => {
  const { text } = await runVerb(app.app, [
    'staff',
    'invite',
    'kay@harbor.example',
    '--role',
    'agent',
  ]);
  const { caller, phone, token, staff } = await accept(/\S+#\S+/.exec(text)?.[0] ?? '', 'Kay Key');
  expect(staff).toMatchObject({ name: 'Kay Key', role: 'agent' });
  expect(await caller.call(viewMe, {})).toMatchObject({ name: 'Kay Key', ways: ['passkey'] });
  const again = await app.anyone.refusal(askInvitationPasskey, { token, name: 'Eve' });
  expect(again.problem.reason).toBe('link_expired');
  const login = { email: 'kay@harbor.example', password: demoPassword };
  expect((await app.anyone.refusal(staffLogin, login)).problem.reason).toBe('wrong_login');
  await (await logIn(phone)).call(viewMe, {});
  expect((await auditOf(staff.id)).map(({ call }) => call)).toContain('acceptInvitationByPasskey');
});

test('[L01] a passkey that was not made for the invitation leaves it open', async () => {
  const boss = await app.staff('admin');
  await boss.call(inviteStaff, { email: 'una@harbor.example', role: 'viewer' });
  const { link = '' } = await nextEmail(app, 'una@harbor.example', /invited/);
  const token = link.split('#')[1] ?? '';
  const { options } = await boss.call(askNewStaffPasskey, {});
  const passkey = makeAuthenticator().create(options, origin);
  const wrong = await app.anyone.refusal(acceptInvitationByPasskey, { token, name: 'U', passkey });
  expect(wrong.problem.reason).toBe('passkey_refused');
  await accept(link, 'Una');
});

/** The first link got into other hands: a password and an app are chosen, and no code entered. */
async function openedByAnother(email: string) {
  const boss = await app.staff('admin');
  await boss.call(inviteStaff, { email, role: 'viewer' });
  const { link = '' } = await nextEmail(app, email, /invited/);
  const token = link.split('#')[1] ?? '';
  const chosen = { token, name: 'Eve', password: 'Lantern8#' };
  const { challenge, secret } = await app.anyone.call(acceptInvitation, chosen);
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
  await boss.call(inviteStaff, { email, role: 'admin' });
  const { link: second = '' } = await nextEmail(app, email, /invited/);
  return { challenge, code, second };
}

test('[L01] a new invitation ends what was begun with the link before it', async () => {
  const email = 'twice@harbor.example';
  const { challenge, code, second } = await openedByAnother(email);
  const late = await app.anyone.refusal(staffLoginCode, { challenge, code: code() });
  expect(late.problem.reason).toBe('challenge_expired');
  const login = { email, password: 'Lantern8#' };
  expect((await app.anyone.refusal(staffLogin, login)).problem.reason).toBe('wrong_login');
  const { caller } = await accept(second, 'Twyla');
  expect(await caller.call(viewMe, {})).toMatchObject({ role: 'admin', ways: ['passkey'] });
  expect((await app.anyone.refusal(staffLogin, login)).problem.reason).toBe('wrong_login');
});

test('[L01] who has nothing else keeps the last passkey, also when two are removed at once', async () => {
  const { caller, phone } = await newMember('last@harbor.example');
  const kept = await caller.refusal(removeStaffPasskey, { id: phone.id });
  expect(kept.problem).toMatchObject({
    reason: 'last_passkey',
    message: 'Nothing else lets you log in. Add another passkey first.',
  });
  const second = await addTo(caller);
  const tries = await Promise.allSettled([
    caller.call(removeStaffPasskey, { id: phone.id }),
    caller.call(removeStaffPasskey, { id: second.id }),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await caller.call(listStaffPasskeys, {})).passkeys).toHaveLength(1);
});

test('[L01] a passkey is a fresh proof, of its owner and of nobody else', async () => {
  const boss = await app.staff('admin');
  const phone = await addTo(boss);
  const other = await addTo(await app.staff('billing'));
  app.clock.move(minutes(11));
  const asked = { email: 'sid@harbor.example', role: 'viewer' } as const;
  expect((await boss.refusal(inviteStaff, asked)).problem.reason).toBe('proof_required');
  expect((await boss.refusal(askNewStaffPasskey, {})).problem.reason).toBe('proof_required');
  const foreign = await boss.refusal(staffStepUp, { passkey: await signed(other) });
  expect(foreign.problem.reason).toBe('passkey_unknown');
  expect((await boss.refusal(inviteStaff, asked)).problem.reason).toBe('proof_required');
  const nothing = await boss.refusal(staffStepUp, {});
  expect(nothing.problem.errors).toEqual([
    { field: 'code', message: 'Enter the six digits of your app.' },
  ]);
  await boss.call(staffStepUp, { passkey: await signed(phone) });
  await boss.call(inviteStaff, asked);
});

test('[L01] an answer that was used, is for another page, unverified or made up opens nothing, and is in the audit', async () => {
  const viewer = await app.staff('viewer');
  const phone = await addTo(viewer);
  const used = await signed(phone);
  await app.anyone.call(staffPasskeyLogin, { passkey: used });
  const late = await signed(phone);
  const wrong = [
    used,
    await signed(phone, 'https://evil.example'),
    await signed(phone, origin, { rpId: 'evil.example' }),
    await signed(phone, origin, { flags: 0x01 }),
    await signed(phone, origin, { challenge: 'made-up-by-somebody' }),
    { ...(await signed(phone)), id: makeAuthenticator().id },
    { ...(await signed(makeAuthenticator())), id: phone.id, rawId: phone.id },
  ];
  for (const passkey of wrong) expect(await refusedLogin(passkey)).toBe('passkey_unknown');
  app.clock.move(minutes(6));
  expect(await refusedLogin(late)).toBe('passkey_unknown');
  const { id } = await viewer.call(viewMe, {});
  const tries = (await auditOf(id)).filter(({ outcome }) => outcome === 'passkey_unknown');
  expect(tries).toHaveLength(7);
});

test('[L01] a customer’s passkey opens no console, and a passkey of staff no account', async () => {
  const phone = await addTo(await app.staff('agent'));
  const asCustomer = phone.get((await app.anyone.call(askPasskeyLogin, {})).options, origin);
  const { problem } = await app.anyone.refusal(passkeyLogin, { passkey: asCustomer });
  expect(problem.reason).toBe('passkey_unknown');
  // Nor does a challenge of the one answer the other.
  const crossed = phone.get((await app.anyone.call(askPasskeyLogin, {})).options, origin);
  expect(await refusedLogin(crossed)).toBe('passkey_unknown');
  const staff = await logIn(phone);
  expect((await app.with(staff.token ?? '').refusal(viewUser, {})).status).toBe(401);
});

test('[L01] an admin’s reset takes passkeys, password and sessions, and the email lets them begin anew', async () => {
  const { caller, phone } = await newMember('lost@harbor.example');
  const { id } = await caller.call(viewMe, {});
  const ready = await signed(phone);
  const boss = await app.staff('admin');
  const agent = await app.staff('agent');
  expect((await agent.refusal(resetStaffAccess, { id })).problem.code).toBe('forbidden');
  await boss.call(resetStaffAccess, { id });
  expect((await caller.refusal(viewMe, {})).status).toBe(401);
  expect(await refusedLogin(ready)).toBe('passkey_unknown');
  expect(await refusedLogin(await signed(phone))).toBe('passkey_unknown');
  const { staff } = await boss.call(listStaff, {});
  expect(staff.find((one) => one.id === id)).toMatchObject({ status: 'invited', role: 'billing' });
  const { link = '' } = await nextEmail(app, 'lost@harbor.example', /anew/);
  const again = await accept(link, 'Pat Key');
  expect((await again.caller.call(viewMe, {})).id).toBe(id);
  const { id: self } = await boss.call(viewMe, {});
  expect((await boss.refusal(resetStaffAccess, { id: self })).problem.reason).toBe('own_access');
  const calls = (await boss.call(listAudit, { staffId: self })).entries;
  expect(calls).toContainEqual(
    expect.objectContaining({ call: 'resetStaffAccess', about: id, outcome: 'done' }),
  );
});

test('[L01] who was removed does not come back by a passkey', async () => {
  const { caller, phone } = await newMember('gone@harbor.example');
  const { id } = await caller.call(viewMe, {});
  await (await app.staff('admin')).call(removeStaff, { id });
  expect(await refusedLogin(await signed(phone))).toBe('passkey_unknown');
});

test('[L01] a session that a passkey opened is of no use without the browser’s key', async () => {
  const phone = await addTo(await app.staff('viewer'));
  const browser = await openBrowser(app);
  const passkey = await signed(phone);
  const { token } = await browser.caller().call(staffPasskeyLogin, { passkey });
  await browser.caller(token).call(viewMe, {});
  expect((await app.with(token).refusal(viewMe, {})).status).toBe(401);
});

test('[L02] a passkey of one brand’s staff is nobody’s at another', async () => {
  const phone = await addTo(await app.staff('viewer'));
  const client = app.app.brands.byId('mesa')?.client;
  const headers = {
    'x-api-key': client?.apiKey ?? '',
    'company-code': client?.companyCode ?? '',
    mvnoid: String(client?.mvnoId),
    'content-type': 'application/json',
  };
  const ask = async (path: string, body: object) => {
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await app.fetch(`/console/api/login/passkey${path}`, init);
    return (await answer.json()) as { reason?: string; options: Record<string, unknown> };
  };
  const { options } = await ask('/options', {});
  const { reason } = await ask('', { passkey: phone.get(options, origin) });
  expect(reason).toBe('passkey_unknown');
});

test('[L01] the command line resets an admin who lost their phone, and the password too', async () => {
  const email = 'admin@harbor.example';
  const { text, fine } = await runVerb(app.app, ['staff', 'reset', email]);
  expect(fine).toBe(true);
  const login = { email, password: demoPassword };
  expect((await app.anyone.refusal(staffLogin, login)).problem.reason).toBe('wrong_login');
  const { caller } = await accept(/\S+#\S+/.exec(text)?.[0] ?? '', 'Ada Admin');
  expect(await caller.call(viewMe, {})).toMatchObject({ email, role: 'admin' });
  expect((await runVerb(app.app, ['staff', 'reset', 'who@harbor.example'])).fine).toBe(false);
  const { entries } = await caller.call(listAudit, {});
  expect(entries).toContainEqual(
    expect.objectContaining({ call: 'staff reset', staff: 'operator' }),
  );
});
