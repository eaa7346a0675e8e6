import { viewUser } from '@portside/contract/account';
import {
  confirmAuthenticator,
  enterSecondStep,
  renewRecoveryCodes,
  requirePasskey,
  startAuthenticator,
  turnOffSecondStep,
  viewSecondStep,
} from '@portside/contract/second-step';
import { listActivity } from '@portside/contract/sessions';
import {
  askLoginCode,
  askPasskeyLogin,
  changePassword,
  createCrmTicket,
  crmLogin,
  denyChange,
  enterLoginCode,
  login,
  passkeyLogin,
  removePasskey,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { makeAuthenticator } from '../testing/authenticator.ts';
import { behindProxy } from '../testing/networks.ts';
import { nextCode, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { password, passwords, secondSteps, type Noa } from '../testing/second-steps.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const origin = 'http://127.0.0.1';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: behindProxy });
});
afterAll(() => app.close());

const { addDevice, appOf, asked, byPassword, confirmed, use, withApp, withPasskeyOnly } =
  secondSteps(() => app);

async function byCode({ email }: Noa) {
  app.clock.move(seconds(31));
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  return asked(await app.anyone.refusal(enterLoginCode, { email, otp }));
}

test('with an app, neither password nor code is enough without the app’s; a passkey is two steps in one', async () => {
  const { noa, phone } = await withApp();
  const device = await addDevice(noa);
  for (const { challenge, kind } of [await byPassword(noa), await byCode(noa)]) {
    expect(kind).toBe('app');
    app.clock.move(seconds(30));
    const { token } = await app.anyone.call(enterSecondStep, { challenge, otp: phone.shows() });
    expect(await app.with(token).call(viewUser, {})).toMatchObject({
      email: noa.email,
      secondStep: 'app',
    });
  }
  const { token } = await app.anyone.call(passkeyLogin, { passkey: await use(device) });
  expect(await app.with(token).call(viewUser, {})).toMatchObject({ secondStep: 'app' });
  const { challenge } = await byPassword(noa);
  await app.anyone.call(enterSecondStep, { challenge, passkey: await use(device) });
  // One that does not ask for finger, face or code of its owner is one step only.
  const unverified = device.get((await app.anyone.call(askPasskeyLogin, {})).options, origin, {
    flags: 0x01,
  });
  const one = await app.anyone.refusal(passkeyLogin, { passkey: unverified });
  expect(one.problem.reason).toBe('passkey_unknown');
});

test('with "only my passkey" neither password nor code opens the account, a passkey at once', async () => {
  const { noa, device } = await withPasskeyOnly();
  for (const { challenge, kind } of [await byPassword(noa), await byCode(noa)]) {
    expect(kind).toBe('passkey');
    const other = makeAuthenticator();
    for (const wrong of [{}, { otp: '123456' }, { passkey: await use(other) }]) {
      const { problem } = await app.anyone.refusal(enterSecondStep, { challenge, ...wrong });
      expect(problem.reason).toBe('passkey_unknown');
    }
    const passkey = await use(device);
    await app.anyone.call(enterSecondStep, { challenge, passkey });
  }
  const { token } = await app.anyone.call(passkeyLogin, { passkey: await use(device) });
  expect(await app.with(token).call(viewUser, {})).toMatchObject({ secondStep: 'passkey' });
});

test('a code of the app counts once, in its half minute and the ones around it', async () => {
  const { noa, phone } = await withApp();
  const first = await byPassword(noa);
  const otp = phone.shows();
  await app.anyone.call(enterSecondStep, { ...first, otp });
  const enter = async (code: string) => {
    const { challenge } = await byPassword(noa);
    return app.anyone.refusal(enterSecondStep, { challenge, otp: code });
  };
  expect((await enter(otp)).problem.reason).toBe('code_wrong');
  expect((await enter(phone.shows(-1))).problem.reason).toBe('code_wrong');
  app.clock.move(minutes(5));
  for (const periods of [-2, 2]) {
    expect((await enter(phone.shows(periods))).problem.reason).toBe('code_wrong');
  }
  // A clock that is half a minute ahead.
  const { challenge } = await byPassword(noa);
  await app.anyone.call(enterSecondStep, { challenge, otp: phone.shows(1) });
});

test('the code alone opens nothing: a challenge is of ten minutes, one login, and the password of its time', async () => {
  const { noa, phone } = await withApp();
  const enter = (challenge: string) =>
    app.anyone.refusal(enterSecondStep, { challenge, otp: phone.shows() });
  expect((await enter('made-up')).problem.reason).toBe('challenge_expired');
  const used = await byPassword(noa);
  await app.anyone.call(enterSecondStep, { challenge: used.challenge, otp: phone.shows() });
  app.clock.move(seconds(60));
  expect((await enter(used.challenge)).problem.reason).toBe('challenge_expired');
  const late = await byPassword(noa);
  app.clock.move(minutes(10));
  expect((await enter(late.challenge)).problem.reason).toBe('challenge_expired');
  const old = await byPassword(noa);
  await noa.call(stepUp, { otp: phone.shows() });
  await noa.call(changePassword, { currentPassword: password, ...passwords });
  app.clock.move(seconds(60));
  expect((await enter(old.challenge)).problem.reason).toBe('challenge_expired');
});

test('ten recovery codes are shown once, and each one replaces the second step, once', async () => {
  const { noa, recoveryCodes } = await withApp();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-?){4}$/);
  expect(await noa.call(viewSecondStep, {})).toEqual({ kind: 'app', recoveryCodesLeft: 10 });
  const [first = '', second = ''] = recoveryCodes;
  const enter = async (recoveryCode: string) => ({ ...(await byPassword(noa)), recoveryCode });
  // As people copy it.
  const sloppy = ` ${first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`;
  await app.anyone.call(enterSecondStep, await enter(sloppy));
  const { text } = await nextEmail(app, noa.email, /recovery code of your Harbor account/);
  expect(text).toContain('You have 9 left');
  const again = await app.anyone.refusal(enterSecondStep, await enter(first));
  expect(again.problem.reason).toBe('recovery_code_wrong');
  await app.anyone.call(enterSecondStep, await enter(second));
  expect(await noa.call(viewSecondStep, {})).toMatchObject({ recoveryCodesLeft: 8 });
});

test('nobody who reads the database reads the secret or a recovery code, and none opens another account', async () => {
  const { noa, recoveryCodes } = await withApp();
  const { noa: other } = await withApp();
  const { rows } = await sql<Record<string, unknown>>`
    select to_jsonb(authenticator_apps)::text as it from authenticator_apps
    union all select to_jsonb(recovery_codes)::text from recovery_codes`.execute(app.app.db.query);
  const kept = JSON.stringify(rows);
  for (const code of recoveryCodes) {
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(code.replaceAll('-', ''));
  }
  expect(kept).not.toMatch(/"secret": "[A-Z2-7]{32}"/);
  const { challenge } = await byPassword(other);
  const foreign = { challenge, recoveryCode: recoveryCodes[0] };
  const { problem } = await app.anyone.refusal(enterSecondStep, foreign);
  expect(problem.reason).toBe('recovery_code_wrong');
  await noa.call(viewUser, {});
});

test('new recovery codes end those before, and turning it off ends them all', async () => {
  const { noa, recoveryCodes } = await withApp();
  const renewed = await noa.call(renewRecoveryCodes, {});
  await nextEmail(app, noa.email, /new recovery codes/);
  const old = { ...(await byPassword(noa)), recoveryCode: recoveryCodes[0] };
  expect((await app.anyone.refusal(enterSecondStep, old)).problem.reason).toBe(
    'recovery_code_wrong',
  );
  const fresh = { ...(await byPassword(noa)), recoveryCode: renewed.recoveryCodes[0] };
  await app.anyone.call(enterSecondStep, fresh);
  const underWay = { ...(await byPassword(noa)), recoveryCode: renewed.recoveryCodes[1] };
  await noa.call(turnOffSecondStep, {});
  await nextEmail(app, noa.email, /second step of your Harbor account is off/);
  expect((await app.anyone.refusal(enterSecondStep, underWay)).problem.reason).toBe(
    'challenge_expired',
  );
  await app.as(noa.email, password);
  expect(await noa.call(viewSecondStep, {})).toEqual({ kind: null, recoveryCodesLeft: 0 });
  expect((await noa.refusal(renewRecoveryCodes, {})).problem.reason).toBe('second_step_off');
});

test('nothing is asked before the app has shown a right code, and an old QR code turns nothing on', async () => {
  const noa = await confirmed();
  const { uri, secret } = await noa.call(startAuthenticator, {});
  expect(uri).toMatch(/^otpauth:\/\/totp\/Harbor:/);
  expect(uri).toContain(`secret=${secret}`);
  await app.as(noa.email, password);
  const first = appOf(uri);
  const wrong = first.shows() === '123456' ? '654321' : '123456';
  expect((await noa.refusal(confirmAuthenticator, { otp: wrong })).problem.reason).toBe(
    'code_wrong',
  );
  await noa.call(startAuthenticator, {});
  expect((await noa.refusal(confirmAuthenticator, { otp: first.shows() })).problem.reason).toBe(
    'code_wrong',
  );
  app.clock.move(minutes(16));
  await noa.call(stepUp, { password });
  const late = await noa.refusal(confirmAuthenticator, { otp: first.shows() });
  expect(late.problem.reason).toBe('set_up_over');
  await app.as(noa.email, password);
});

test('a new phone takes the place of the old one only when it shows a right code', async () => {
  const { noa, phone } = await withApp();
  const { uri } = await noa.call(startAuthenticator, {});
  const before = await byPassword(noa);
  await app.anyone.call(enterSecondStep, { ...before, otp: phone.shows() });
  const next = appOf(uri);
  await noa.call(confirmAuthenticator, { otp: next.shows() });
  app.clock.move(seconds(60));
  const { challenge } = await byPassword(noa);
  const old = await app.anyone.refusal(enterSecondStep, { challenge, otp: phone.shows() });
  expect(old.problem.reason).toBe('code_wrong');
  await app.anyone.call(enterSecondStep, { challenge, otp: next.shows() });
});

test('a fresh proof is the second step too: password and emailed codes are not enough', async () => {
  const { noa, phone, recoveryCodes } = await withApp();
  app.clock.move(minutes(11));
  for (const proof of [{ password }, {}]) {
    expect((await noa.refusal(stepUp, proof)).problem).toMatchObject({
      reason: 'second_step_required',
      kind: 'app',
    });
  }
  const change = { currentPassword: password, ...passwords };
  expect((await noa.refusal(changePassword, change)).problem.reason).toBe('proof_required');
  expect((await noa.refusal(turnOffSecondStep, {})).problem.reason).toBe('proof_required');
  const wrong = phone.shows() === '000000' ? '111111' : '000000';
  expect((await noa.refusal(stepUp, { otp: wrong })).problem.reason).toBe('code_wrong');
  await noa.call(stepUp, { otp: phone.shows() });
  await noa.call(changePassword, change);
  // The password's change is no proof of its own here.
  app.clock.move(minutes(9) + seconds(59));
  await noa.refusal(stepUp, { password: passwords.newPassword });
  app.clock.move(seconds(2));
  expect((await noa.refusal(turnOffSecondStep, {})).problem.reason).toBe('proof_required');
  await noa.call(stepUp, { recoveryCode: recoveryCodes[0] });
  await noa.call(turnOffSecondStep, {});
});

test('with "only my passkey" the last passkey stays, and a proof is one of them', async () => {
  const { noa, device } = await withPasskeyOnly();
  const last = await noa.refusal(removePasskey, { id: device.id });
  expect(last.problem.reason).toBe('last_passkey');
  const second = await addDevice(noa, 'Laptop');
  await noa.call(removePasskey, { id: device.id });
  app.clock.move(minutes(11));
  expect((await noa.refusal(stepUp, { password })).problem).toMatchObject({
    reason: 'second_step_required',
    kind: 'passkey',
  });
  await noa.call(stepUp, { passkey: await use(second) });
});

test('without a passkey nothing can be required, nor an app for an address that nobody confirmed', async () => {
  const noa = await newcomer(app);
  expect((await noa.refusal(startAuthenticator, {})).problem.reason).toBe('email_unconfirmed');
  expect((await noa.refusal(requirePasskey, {})).problem.reason).toBe('no_passkey');
});

test('turning it on is told by email, and "This wasn’t me" turns it off again', async () => {
  const { noa } = await withApp();
  const token = await nextLinkToken(app, noa.email, /now asks for a code from your app/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  await app.as(noa.email, passwords.newPassword);
  const { noa: other } = await withPasskeyOnly();
  await nextEmail(app, other.email, /Only your passkey opens your Harbor account/);
});

test('"This wasn’t me" about something later leaves a second step from before', async () => {
  const { noa, phone } = await withApp();
  app.clock.move(minutes(2));
  await noa.call(changePassword, { currentPassword: password, ...passwords });
  const token = await nextLinkToken(app, noa.email, /password was changed/);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  const next = { newPassword: 'Captain9%', confirmNewPassword: 'Captain9%' };
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...next });
  const { challenge } = asked(
    await app.anyone.refusal(login, { email: noa.email, password: next.newPassword }),
  );
  await app.anyone.call(enterSecondStep, { challenge, otp: phone.shows() });
});

test('an agent sees that it is on, changes nothing of it, and needs none for their own look', async () => {
  const { noa } = await withApp();
  const { url } = await app.anyone.call(createCrmTicket, {
    crmSecret: 'harbor-demo-crm-secret',
    email: noa.email,
    agent: 'Dana Reyes',
    reason: 'Lost her phone',
  });
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const dana = app.with((await app.anyone.call(crmLogin, { ticket })).token);
  expect(await dana.call(viewSecondStep, {})).toEqual({ kind: 'app', recoveryCodesLeft: 10 });
  for (const refused of await Promise.all([
    dana.refusal(startAuthenticator, {}),
    dana.refusal(confirmAuthenticator, { otp: '123456' }),
    dana.refusal(requirePasskey, {}),
    dana.refusal(renewRecoveryCodes, {}),
    dana.refusal(turnOffSecondStep, {}),
  ])) {
    expect(refused.status).toBe(403);
  }
});

test('support turns it off by the command line: the owner is told, and reads by whom', async () => {
  const { noa } = await withApp();
  const { email } = noa;
  const verb = ['customer', 'second-step-off', email, '--by', 'Dana Reyes'];
  const { text, fine } = await runVerb(app.app, verb);
  expect({ text, fine }).toEqual({
    text: `The second step of ${email} is off. They are told by email.`,
    fine: true,
  });
  const back = await app.as(email, password);
  await nextEmail(app, email, /Support turned off the second step/);
  const { activity } = await back.call(listActivity, {});
  expect(activity.find((one) => one.kind === 'second_step_off_by_support')).toMatchObject({
    agent: 'Dana Reyes',
  });
  expect((await runVerb(app.app, verb)).fine).toBe(false);
});
