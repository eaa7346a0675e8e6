import { viewUser } from '@portside/contract/account';
import { listActivity } from '@portside/contract/sessions';
import {
  askLoginCode,
  changePassword,
  enterLoginCode,
  forgotPassword,
  login,
  logout,
  register,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes, seconds } from '../clock.ts';
import { nextCode, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { isLeaked } from './leaked-passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const person = {
  firstName: 'Another',
  lastName: 'Person',
  regPassword: 'Anchor7!',
  confirmRegPassword: 'Anchor7!',
};
const newPasswords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

test('[A14][F07] registering opens an account, signs in, and sends a welcome and a code', async () => {
  const noa = await newcomer(app);
  expect(await noa.call(viewUser, {})).toMatchObject({
    email: noa.email,
    firstName: 'Noa',
    emailVerified: false,
    lines: [],
  });
  await nextEmail(app, noa.email, /^Welcome to Harbor$/);
  expect(await nextCode(app, noa.email, /Confirm/)).toMatch(/^\d{6}$/);
});

test('a password of the leaked ones is refused at its field', async () => {
  const said = 'This password has appeared in a data leak. Please choose another one';
  const { problem } = await app.anyone.refusal(register, {
    ...person,
    email: 'leaked@example.com',
    regPassword: 'P@ssw0rd1',
    confirmRegPassword: 'P@ssw0rd1',
  });
  expect(problem.errors).toEqual([{ field: 'regPassword', message: said }]);
  for (const known of ['Password1!', 'Welcome123!', 'Summer2024!', 'Qwerty123$', 'Admin@123']) {
    expect(isLeaked(known), known).toBe(true);
  }
  for (const own of ['Harbor1!', 'Anchor7!', 'Lantern8#', 'Passing-Ship-42!']) {
    expect(isLeaked(own), own).toBe(false);
  }
});

test('[A10] a wrong password and an unknown address get the same answer', async () => {
  const wrong = await app.anyone.refusal(login, { email: 'maya@example.com', password: 'Wrong1!' });
  const unknown = await app.anyone.refusal(login, { email: 'no@example.com', password: 'Wrong1!' });
  const { requestId: _a, ...first } = wrong.problem;
  const { requestId: _b, ...second } = unknown.problem;
  expect(first).toEqual(second);
  expect(wrong.status).toBe(422);
});

test('[J02] a code of six digits signs in once, and confirms the address it came from', async () => {
  const noa = await newcomer(app);
  const { email } = noa;
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  expect(otp).toMatch(/^\d{6}$/);
  const { token } = await app.anyone.call(enterLoginCode, { email: email.toUpperCase(), otp });
  expect(await app.with(token).call(viewUser, {})).toMatchObject({ email, emailVerified: true });
  // Whoever opened the account did not own the address, as far as anybody knows.
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
  const again = await app.anyone.refusal(enterLoginCode, { email, otp });
  expect(again.problem).toMatchObject({ reason: 'code_expired', errors: [{ field: 'otp' }] });
});

test('[J02] a code is over after ten minutes, and when a newer one was sent', async () => {
  const { email } = await newcomer(app);
  await app.anyone.call(askLoginCode, { email });
  const old = await nextCode(app, email, /login code/);
  app.clock.move(seconds(31));
  await app.anyone.call(askLoginCode, { email });
  const fresh = await nextCode(app, email, /login code/);
  const { problem } = await app.anyone.refusal(enterLoginCode, { email, otp: old });
  // Two codes can be the same digits; then the old ones sign in, rightly.
  if (old !== fresh) expect(problem.reason).toBe('code_wrong');
  app.clock.move(minutes(10));
  const late = await app.anyone.refusal(enterLoginCode, { email, otp: fresh });
  expect(late.problem.reason).toBe('code_expired');
});

test('[J02] a code is sent again after 30 seconds at the earliest, known address or not', async () => {
  for (const email of ['lee@example.com', 'nobody@example.com']) {
    await app.anyone.call(askLoginCode, { email });
    const { status, problem } = await app.anyone.refusal(askLoginCode, { email });
    expect(status).toBe(429);
    expect(problem.retryAfter).toBeGreaterThan(25);
    expect(problem.retryAfter).toBeLessThanOrEqual(30);
  }
  app.clock.move(seconds(31));
  await app.anyone.call(askLoginCode, { email: 'lee@example.com' });
});

test('a link sets a new password once, within 30 minutes, and ends every session', async () => {
  const noa = await newcomer(app);
  const { email } = noa;
  const known = await app.anyone.call(forgotPassword, { email });
  const unknown = await app.anyone.call(forgotPassword, { email: 'nobody@example.com' });
  expect(known).toEqual(unknown);
  const token = await nextLinkToken(app, email, /new Harbor password/);
  const { message } = await app.anyone.call(resetPassword, { token, ...newPasswords });
  expect(message).toBe('Your password was changed. Please log in with it.');
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
  await nextEmail(app, email, /password was changed/);
  const back = await app.as(email, newPasswords.newPassword);
  expect(await back.call(viewUser, {})).toMatchObject({ emailVerified: true });
  const twice = await app.anyone.refusal(resetPassword, { token, ...newPasswords });
  expect(twice.problem.reason).toBe('link_expired');
  app.clock.move(seconds(31));
  await app.anyone.call(forgotPassword, { email });
  const late = await nextLinkToken(app, email, /new Harbor password/);
  app.clock.move(minutes(30));
  const refused = await app.anyone.refusal(resetPassword, { token: late, ...newPasswords });
  expect(refused.problem.reason).toBe('link_expired');
});

test('[I16] a wrong current password is refused at its field, and nothing changes', async () => {
  const noa = await newcomer(app);
  const { status, problem } = await noa.refusal(changePassword, {
    currentPassword: 'Wrong1!',
    ...newPasswords,
  });
  expect(status).toBe(422);
  expect(problem).toMatchObject({
    reason: 'wrong_current_password',
    errors: [{ field: 'currentPassword' }],
  });
  await app.as(noa.email, 'Anchor7!');
});

test('[I16][H03][H04][H05] the new password keeps its rule on the server, all fields at once', async () => {
  const noa = await newcomer(app);
  const { status, problem } = await noa.refusal(changePassword, {
    currentPassword: '',
    newPassword: 'weak',
    confirmNewPassword: 'other',
  });
  expect(status).toBe(400);
  expect(problem.errors).toEqual([
    { field: 'currentPassword', message: 'Please enter your current password' },
    {
      field: 'newPassword',
      message:
        'Invalid password format. Passwords should be at least 6 characters long and contain one capital letter and one number and one symbol',
    },
    { field: 'confirmNewPassword', message: 'Passwords do not match' },
  ]);
});

test('[I16] changing the password ends every other session, tells the owner and is written down', async () => {
  const noa = await newcomer(app);
  const elsewhere = await app.as(noa.email, 'Anchor7!');
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...newPasswords });
  expect((await elsewhere.refusal(viewUser, {})).status).toBe(401);
  await noa.call(viewUser, {});
  const notice = await nextEmail(app, noa.email, /password was changed/);
  expect(notice.text).not.toContain('Lantern8#');
  const { activity } = await noa.call(listActivity, {});
  expect(activity[0]).toMatchObject({
    kind: 'password_changed',
    message: 'The password was changed',
  });
  const old = await app.anyone.refusal(login, { email: noa.email, password: 'Anchor7!' });
  expect(old.problem.reason).toBe('wrong_login');
  await app.as(noa.email, newPasswords.newPassword);
});

test('a fresh proof is a password, or a code that was sent, and counts for ten minutes', async () => {
  const noa = await newcomer(app);
  const { provenUntil: nothingYet } = await noa.call(stepUp, {});
  expect(nothingYet).toBeNull();
  const otp = await nextCode(app, noa.email, /Your Harbor code/);
  const { provenUntil } = await noa.call(stepUp, { otp });
  const left = Date.parse(provenUntil ?? '') - app.clock.now().getTime();
  expect(left).toBeGreaterThan(minutes(9));
  expect(left).toBeLessThanOrEqual(minutes(10));
  const wrong = await noa.refusal(stepUp, { password: 'Wrong1!' });
  expect(wrong.problem).toMatchObject({
    reason: 'wrong_password',
    errors: [{ field: 'password' }],
  });
  await noa.call(stepUp, { password: 'Anchor7!' });
});

test('[F03] a token is worth nothing after logging out, nor after its session’s time', async () => {
  const omar = await app.as('omar@example.com');
  await omar.call(logout, {});
  expect((await omar.refusal(viewUser, {})).status).toBe(401);
  const again = await app.as('omar@example.com');
  app.clock.move(days(15));
  expect((await again.refusal(viewUser, {})).problem.code).toBe('unauthenticated');
});
