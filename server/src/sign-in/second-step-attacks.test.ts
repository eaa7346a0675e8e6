import {
  confirmAuthenticator,
  enterSecondStep,
  requirePasskey,
  startAuthenticator,
  turnOffSecondStep,
  viewSecondStep,
} from '@portside/contract/second-step';
import { listActivity } from '@portside/contract/sessions';
import {
  forgotPassword,
  login,
  removePasskey,
  removePasskeyAfterReset,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { behindProxy, from, newMid } from '../testing/networks.ts';
import { nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { password, passwords, secondSteps } from '../testing/second-steps.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: behindProxy });
});
afterAll(() => app.close());

const { addDevice, appOf, asked, byPassword, confirmed, use, withApp, withPasskeyOnly } =
  secondSteps(() => app);

test('a challenge is good in the browser that took the first step, and in no other', async () => {
  const { noa, phone } = await withApp();
  const home = from(app, '198.51.100.8', await newMid(app));
  const { challenge } = await byPassword(noa, home);
  const otp = phone.shows();
  for (const thief of [from(app, '198.51.100.8', await newMid(app)), app.anyone]) {
    const { problem } = await thief.refusal(enterSecondStep, { challenge, otp });
    expect(problem.reason).toBe('challenge_expired');
  }
  await home.call(enterSecondStep, { challenge, otp });
});

test('turning it on ends what other browsers have proven a moment before', async () => {
  const noa = await confirmed();
  const thief = await app.as(noa.email, password);
  const { uri } = await noa.call(startAuthenticator, {});
  await noa.call(confirmAuthenticator, { otp: appOf(uri).shows() });
  const { problem } = await thief.refusal(turnOffSecondStep, {});
  expect(problem.reason).toBe('proof_required');
  expect((await thief.refusal(stepUp, { password })).problem.reason).toBe('second_step_required');
  expect(await noa.call(viewSecondStep, {})).toMatchObject({ kind: 'app' });
});

test('one recovery code in two logins at the same moment ends one of them', async () => {
  const { noa, recoveryCodes } = await withApp();
  const both = [await byPassword(noa), await byPassword(noa), await byPassword(noa)];
  const [recoveryCode] = recoveryCodes;
  const answers = await Promise.allSettled(
    both.map(({ challenge }) => app.anyone.call(enterSecondStep, { challenge, recoveryCode })),
  );
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});

test('somebody who reads the mail, and makes browser after browser known by a reset, has sixty guesses a day', async () => {
  const { noa, recoveryCodes } = await withApp();
  let guesses = 0;
  let last = 422;
  for (let round = 0; round < 8 && last === 422; round += 1) {
    app.clock.move(minutes(16));
    const thief = from(app, `203.0.113.${100 + round}`, await newMid(app));
    await thief.call(forgotPassword, { email: noa.email });
    const token = await nextLinkToken(app, noa.email, /new Harbor password/);
    const next = `Lantern${round}#`;
    await thief.call(resetPassword, { token, newPassword: next, confirmNewPassword: next });
    for (let i = 0; i < 10 && last === 422; i += 1) {
      const { challenge } = asked(await thief.refusal(login, { email: noa.email, password: next }));
      const { status } = await thief.refusal(enterSecondStep, { challenge, otp: '000000' });
      last = status;
      if (status === 422) guesses += 1;
    }
  }
  expect({ guesses, last }).toEqual({ guesses: 60, last: 429 });
  // A recovery code lets the owner in all the same.
  app.clock.move(minutes(1));
  await app.anyone.call(forgotPassword, { email: noa.email });
  const token = await nextLinkToken(app, noa.email, /new Harbor password/);
  await app.anyone.call(resetPassword, { token, ...passwords });
  const { challenge } = asked(
    await app.anyone.refusal(login, { email: noa.email, password: passwords.newPassword }),
  );
  await app.anyone.call(enterSecondStep, { challenge, recoveryCode: recoveryCodes[0] });
});

test('what a reset offered to remove stays once a second step is on', async () => {
  const noa = await confirmed();
  const device = await addDevice(noa);
  await addDevice(noa, 'Another phone');
  await app.anyone.call(forgotPassword, { email: noa.email });
  const link = await nextLinkToken(app, noa.email, /new Harbor password/);
  const reset = await app.anyone.call(resetPassword, { token: link, ...passwords });
  const home = await app.as(noa.email, passwords.newPassword);
  await home.call(requirePasskey, {});
  const removal = { token: reset.removalToken ?? '', id: device.id };
  const { problem } = await app.anyone.refusal(removePasskeyAfterReset, removal);
  expect(problem.reason).toBe('link_expired');
});

test('ten guesses an hour for strangers; a browser that the account knows has its own, and the owner is told of the fifth', async () => {
  const { noa, phone, recoveryCodes } = await withApp();
  const mid = await newMid(app);
  const home = from(app, '198.51.100.7', mid);
  const known = await byPassword(noa, home);
  await home.call(enterSecondStep, { challenge: known.challenge, otp: phone.shows() });
  app.clock.move(seconds(60));
  let [tried, status] = [0, 422];
  for (; status === 422; tried += 1) {
    const stranger = from(app, `203.0.113.${tried}`, await newMid(app));
    const { challenge } = await byPassword(noa, stranger);
    const otp = phone.shows() === '000000' ? '111111' : '000000';
    ({ status } = await stranger.refusal(enterSecondStep, { challenge, otp }));
  }
  expect({ status, tried }).toEqual({ status: 429, tried: 11 });
  const { text, link } = await nextEmail(app, noa.email, /Someone has your Harbor password/);
  expect(text).toContain('kept them out');
  expect(link).toContain('/not-me?token=');
  const { activity } = await noa.call(listActivity, {});
  expect(activity.map((one) => one.kind)).toContain('tries_failed');
  // The owner at home, and with a recovery code anywhere.
  const again = await byPassword(noa, home);
  await home.call(enterSecondStep, { challenge: again.challenge, otp: phone.shows() });
  const away = from(app, '192.0.2.9', await newMid(app));
  const { challenge } = await byPassword(noa, away);
  await away.call(enterSecondStep, { challenge, recoveryCode: recoveryCodes[3] });
});

test('right passwords that wait for the second step are no wrong tries', async () => {
  const { noa } = await withApp();
  for (let i = 0; i < 12; i += 1) await byPassword(noa);
});

test('guesses at the app’s code in an open session end after ten', async () => {
  const { noa, phone } = await withApp();
  app.clock.move(minutes(11));
  const wrong = phone.shows() === '000000' ? '111111' : '000000';
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    statuses.push((await noa.refusal(stepUp, { otp: wrong })).status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
  expect(statuses.slice(10)).toEqual([429, 429]);
  app.clock.move(minutes(16));
  expect((await noa.refusal(stepUp, { otp: phone.shows() })).status).toBe(429);
  app.clock.move(minutes(45));
  await noa.call(stepUp, { otp: phone.shows() });
});

test('the passkey of another customer is no second step', async () => {
  const { noa } = await withPasskeyOnly();
  const { device: foreign } = await withPasskeyOnly();
  const { challenge } = await byPassword(noa);
  const passkey = await use(foreign);
  const { problem } = await app.anyone.refusal(enterSecondStep, { challenge, passkey });
  expect(problem.reason).toBe('passkey_unknown');
});

test('of two logins at the same moment with one code of the app only one ends', async () => {
  const { noa, phone } = await withApp();
  const both = [await byPassword(noa), await byPassword(noa)];
  const otp = phone.shows();
  const answers = await Promise.allSettled(
    both.map(({ challenge }) => app.anyone.call(enterSecondStep, { challenge, otp })),
  );
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});

test('two passkeys that are removed at the same moment do not both go', async () => {
  const { noa, device } = await withPasskeyOnly();
  const second = await addDevice(noa, 'Laptop');
  const answers = await Promise.allSettled(
    [device, second].map(({ id }) => noa.call(removePasskey, { id })),
  );
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});

test('a reset by mail leaves the second step on, and offers to remove no passkey', async () => {
  const { noa, device } = await withPasskeyOnly();
  await app.anyone.call(forgotPassword, { email: noa.email });
  const token = await nextLinkToken(app, noa.email, /new Harbor password/);
  const answer = await app.anyone.call(resetPassword, { token, ...passwords });
  expect(answer.passkeys.map((one) => one.id)).toEqual([device.id]);
  expect(answer).not.toHaveProperty('removalToken');
  const { email } = noa;
  asked(await app.anyone.refusal(login, { email, password: passwords.newPassword }));
});
