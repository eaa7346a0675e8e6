import { changeEmail, confirmEmail, editUser, viewUser } from '@portside/contract/account';
import { listActivity } from '@portside/contract/sessions';
import {
  addPasskey,
  askPasskeyOptions,
  changePassword,
  createCrmTicket,
  denyChange,
  enterLoginCode,
  login,
  passkeyLogin,
  askPasskeyLogin,
  resetPassword,
} from '@portside/contract/sign-in';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { openLog } from '../process/log.ts';
import { makeAuthenticator } from '../testing/authenticator.ts';
import { openBrowser } from '../testing/bound-browser.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { behindProxy, from, newMid } from '../testing/networks.ts';
import { nextCode, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const right = 'Anchor7!';
const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const log = openLog('warn', { write: (line: string) => void logged.push(line) });
  app = await openTestApp({ config: behindProxy, overrides: { log } });
});
afterAll(() => app.close());

/** The lines that were written while something was done. */
async function linesOf(doing: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = logged.length;
  await doing();
  const lines = logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  return lines.filter((line) => line.level === pino.levels.values.warn);
}

const kinds = async (who: Caller) =>
  (await who.call(listActivity, {})).activity.map((one) => one.kind as string);

/** A customer with a confirmed address, in a browser that the account knows. */
async function owner(): Promise<Caller & { email: string; mid: string }> {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const mid = await newMid(app);
  const { token } = await from(app, '198.51.100.7', mid).call(login, {
    email: noa.email,
    password: right,
  });
  await nextEmail(app, noa.email, /New login/);
  return { ...app.with(token), email: noa.email, mid };
}

test('a burst of wrong passwords and a limit that is reached are one line each, without a word of whose', async () => {
  const { email } = await newcomer(app);
  const guesser = from(app, '203.0.113.5');
  const lines = await linesOf(async () => {
    for (let guess = 0; guess < 14; guess += 1) {
      await guesser.refusal(login, { email, password: 'Wrong1!' });
    }
  });
  expect(lines.map((line) => line.msg)).toEqual(['many wrong tries', 'a limit is reached']);
  const text = JSON.stringify(lines);
  for (const secret of [email, '203.0.113.5', 'Wrong1!']) expect(text).not.toContain(secret);
  expect(text).toMatch(/login:email\+place:[0-9a-f]{40}/);
});

test('a stolen token without its key, and a wrong CRM secret, are one line each', async () => {
  const browser = await openBrowser(app);
  const { email } = await newcomer(app);
  const { token } = await browser.caller().call(login, { email, password: right });
  const lines = await linesOf(async () => {
    await app.with(token).refusal(viewUser, {});
    const ticket = {
      email,
      agent: 'Mallory',
      reason: 'none',
      crmSecret: 'a guess of twenty signs',
    };
    await app.anyone.refusal(createCrmTicket, ticket);
  });
  expect(lines.map((line) => line.msg)).toEqual([
    'a proof of a browser’s key was refused',
    'a CRM secret was refused',
  ]);
  const text = JSON.stringify(lines);
  for (const secret of [email, token, '127.0.0.1', 'a guess']) expect(text).not.toContain(secret);
});

test('the owner reads of wrong passwords and codes, and of new browsers, in the activity', async () => {
  const noa = await owner();
  const guesser = from(app, '203.0.113.6');
  for (let guess = 0; guess < 7; guess += 1) {
    await guesser.refusal(login, { email: noa.email, password: 'Wrong1!' });
    await guesser.refusal(enterLoginCode, { email: noa.email, otp: '000000' });
  }
  const tries = await app.eventually(async () => {
    const { activity } = await noa.call(listActivity, {});
    const found = activity.filter((one) => one.kind === 'tries_failed');
    return found.length === 2 ? found : undefined;
  });
  expect(tries[0]).toMatchObject({
    message: 'Several wrong passwords or codes were entered',
    network: '203.0.113.6',
  });
  const { activity } = await noa.call(listActivity, {});
  const messages = activity.map((one) => one.message);
  expect(messages).toContain('Logged in with the password, in a new browser');
  await from(app, '198.51.100.9', noa.mid).call(login, { email: noa.email, password: right });
  const after = await noa.call(listActivity, {});
  expect(after.activity[0]?.message).toBe('Logged in with the password');
});

test('a login in a new browser is told by email, in a known one it is not', async () => {
  const noa = await owner();
  await from(app, '192.0.2.1', noa.mid).call(login, { email: noa.email, password: right });
  await from(app, '192.0.2.2', await newMid(app)).call(login, {
    email: noa.email,
    password: right,
  });
  const { text } = await nextEmail(app, noa.email, /New login/);
  expect(text).toContain('192.0.2.2');
  const all = await app.emails(noa.email, 0);
  // That of the first login with this browser, and the one just read.
  expect(all.filter((one) => /New login/.test(one.subject))).toHaveLength(2);
});

test('"This wasn’t me" needs the press: opening its page changes nothing, and it works once, for a week', async () => {
  const noa = await owner();
  await noa.call(changePassword, { currentPassword: right, ...passwords });
  const token = await nextLinkToken(app, noa.email, /password was changed/);
  const looked = await app.fetch(`/app/users/not-me?token=${token}`);
  expect(looked.status).toBe(404);
  await noa.call(viewUser, {});
  await app.anyone.call(denyChange, { token });
  const again = await app.anyone.refusal(denyChange, { token });
  expect(again.problem.reason).toBe('link_expired');
  const late = await owner();
  await late.call(changePassword, { currentPassword: right, ...passwords });
  const old = await nextLinkToken(app, late.email, /password was changed/);
  app.clock.move(days(7) + 1000);
  expect((await app.anyone.refusal(denyChange, { token: old })).problem.reason).toBe(
    'link_expired',
  );
});

test('whoever logged in and changed the password is out at one press, and its owner sets a new one', async () => {
  const noa = await owner();
  const thief = from(app, '203.0.113.8');
  const stolen = await thief.call(login, { email: noa.email, password: right });
  const thiefInside = callerAt(app.address, stolen.token);
  await thiefInside.call(changePassword, { currentPassword: right, ...passwords });
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
  const token = await nextLinkToken(app, noa.email, /password was changed/);
  const home = from(app, '198.51.100.7', noa.mid);
  const { resetToken } = await home.call(denyChange, { token });
  expect((await thiefInside.refusal(viewUser, {})).status).toBe(401);
  for (const password of [right, passwords.newPassword]) {
    const refused = await thief.refusal(login, { email: noa.email, password });
    expect(refused.problem.reason).toBe('wrong_login');
  }
  await nextEmail(app, noa.email, /logged out everywhere/);
  const own = { newPassword: 'Captain9%', confirmNewPassword: 'Captain9%' };
  await home.call(resetPassword, { token: resetToken ?? '', ...own });
  const back = await home.call(login, { email: noa.email, password: own.newPassword });
  expect(await kinds(app.with(back.token))).toEqual(
    expect.arrayContaining(['change_denied', 'password_reset']),
  );
});

test('an address that was changed comes back to the old one, and a passkey that was added is gone', async () => {
  const noa = await owner();
  const phone = makeAuthenticator();
  const { options } = await noa.call(askPasskeyOptions, {});
  const origin = 'http://127.0.0.1';
  await noa.call(addPasskey, { passkey: phone.create(options, origin), name: 'Thief' });
  const newEmail = `thief.of.${noa.email}`;
  await noa.call(editUser, { email: newEmail });
  await noa.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail, /new email/) });
  const token = await nextLinkToken(app, noa.email, /passkey was added/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await nextEmail(app, newEmail, /changed back/);
  const challenge = await app.anyone.call(askPasskeyLogin, {});
  const refused = await app.anyone.refusal(passkeyLogin, {
    passkey: phone.get(challenge.options, origin),
  });
  expect(refused.problem.reason).toBe('passkey_unknown');
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  const back = await app.as(noa.email, passwords.newPassword);
  expect(await back.call(viewUser, {})).toMatchObject({ email: noa.email, emailVerified: true });
  // The address that had it for a while has no link of its own to take it again.
  const emails = await app.emails(newEmail, 0);
  expect(emails.some((one) => one.link?.includes('not-me'))).toBe(false);
});

test('an address that somebody else has by now stays theirs: everybody is signed out all the same', async () => {
  const noa = await owner();
  const newEmail = `moved.${noa.email}`;
  await noa.call(editUser, { email: newEmail });
  await noa.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail, /new email/) });
  const token = await nextLinkToken(app, noa.email, /email address was changed/);
  const other = await newcomer(app, noa.email);
  await other.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const answer = await app.anyone.call(denyChange, { token });
  expect(answer.resetToken).toBeUndefined();
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
  expect(await other.call(viewUser, {})).toMatchObject({ email: noa.email });
});

test('a thief who took the address and presses first ends no earlier link of the owner', async () => {
  const noa = await owner();
  const newEmail = `first.of.${noa.email}`;
  await noa.call(editUser, { email: newEmail });
  await noa.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail, /new email/) });
  const token = await nextLinkToken(app, noa.email, /email address was changed/);
  await noa.call(changePassword, { currentPassword: right, ...passwords });
  const thiefs = await nextLinkToken(app, newEmail, /password was changed/);
  await app.anyone.call(denyChange, { token: thiefs });
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  const back = await app.as(noa.email, passwords.newPassword);
  expect(await back.call(viewUser, {})).toMatchObject({ email: noa.email });
});
