import { confirmEmail, viewUser } from '@portside/contract/account';
import { listActivity } from '@portside/contract/sessions';
import {
  addPasskey,
  askLoginCode,
  askPasskeyLogin,
  askPasskeyOptions,
  changePassword,
  enterLoginCode,
  forgotPassword,
  listPasskeys,
  passkeyLogin,
  removePasskeyAfterReset,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { makeAuthenticator, type Authenticator } from '../testing/authenticator.ts';
import type { Caller } from '../testing/caller.ts';
import { from, newMid } from '../testing/networks.ts';
import { nextCode, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const origin = 'http://127.0.0.1';
const right = 'Anchor7!';
const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

type Noa = Caller & { email: string };

async function confirmed(): Promise<Noa> {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  return noa;
}

async function savePasskey(noa: Noa, name: string): Promise<Authenticator> {
  const device = makeAuthenticator();
  const { options } = await noa.call(askPasskeyOptions, {});
  await noa.call(addPasskey, { passkey: device.create(options, origin), name });
  return device;
}

async function reset({ email }: Noa) {
  app.clock.move(seconds(31));
  await app.anyone.call(forgotPassword, { email });
  const token = await nextLinkToken(app, email, /new Harbor password/);
  return app.anyone.call(resetPassword, { token, ...passwords });
}

const use = async (device: Authenticator) =>
  device.get((await app.anyone.call(askPasskeyLogin, {})).options, origin);

const waysToChange: [string, (noa: Noa) => Promise<unknown>][] = [
  ['is changed', (noa) => noa.call(changePassword, { currentPassword: right, ...passwords })],
  ['is set anew by a link', (noa) => reset(noa)],
];

test.each(waysToChange)(
  'a login code that was asked for before the password %s is worth nothing afterwards, in any browser',
  async (_, change) => {
    const noa = await confirmed();
    const { email } = noa;
    // Two browsers have a code each, and one without a name has a third.
    const places = [
      from(app, '198.51.100.1', await newMid(app)),
      from(app, '198.51.100.2', await newMid(app)),
      app.anyone,
    ];
    const sent: [Caller, string][] = [];
    for (const place of places) {
      await place.call(askLoginCode, { email });
      sent.push([place, await nextCode(app, email, /login code/)]);
    }
    await change(noa);
    for (const [place, otp] of sent) {
      const { problem } = await place.refusal(enterLoginCode, { email, otp });
      expect(problem.reason).toBe('code_expired');
    }
    // A new one is sent at once, and opens the account.
    await places[0]?.call(askLoginCode, { email });
    const otp = await nextCode(app, email, /login code/);
    const { token } = (await places[0]?.call(enterLoginCode, { email, otp })) ?? { token: '' };
    await app.with(token).call(viewUser, {});
  },
);

test('nor does a code of a step-up outlive the password', async () => {
  const noa = await confirmed();
  await noa.call(stepUp, {});
  const otp = await nextCode(app, noa.email, /Your Harbor code/);
  await noa.call(changePassword, { currentPassword: right, ...passwords });
  expect((await noa.refusal(stepUp, { otp })).problem.reason).toBe('code_expired');
});

test('a reset names the passkeys that still open the account, in the answer and in the email', async () => {
  const noa = await confirmed();
  await savePasskey(noa, 'My phone');
  await savePasskey(noa, 'Somebody’s laptop');
  const { passkeys } = await reset(noa);
  expect(passkeys.map((one) => one.name)).toEqual(['Somebody’s laptop', 'My phone']);
  const { text } = await nextEmail(app, noa.email, /password was changed/);
  expect(text).toContain('These passkeys still open it: Somebody’s laptop, My phone.');
});

test('without passkeys a reset says nothing of them, and gives nothing to remove one with', async () => {
  const noa = await confirmed();
  expect(await reset(noa)).toMatchObject({ passkeys: [] });
  expect(await reset(noa)).not.toHaveProperty('removalToken');
  const { text } = await nextEmail(app, noa.email, /password was changed/);
  expect(text).not.toContain('passkey');
});

test('one press after the reset removes a passkey: it opens nothing any more, the others do', async () => {
  const noa = await confirmed();
  const phone = await savePasskey(noa, 'My phone');
  const laptop = await savePasskey(noa, 'Laptop');
  const { removalToken = '' } = await reset(noa);
  const answer = await app.anyone.call(removePasskeyAfterReset, {
    token: removalToken,
    id: laptop.id,
  });
  expect(answer.passkeys.map((one) => one.name)).toEqual(['My phone']);
  await nextEmail(app, noa.email, /passkey was removed/);
  const gone = await app.anyone.refusal(passkeyLogin, { passkey: await use(laptop) });
  expect(gone.problem.reason).toBe('passkey_unknown');
  const { token } = await app.anyone.call(passkeyLogin, { passkey: await use(phone) });
  const { activity } = await app.with(token).call(listActivity, {});
  expect(activity.map((one) => one.message)).toContain('The passkey Laptop was removed');
  await app.anyone.call(removePasskeyAfterReset, { token: removalToken, id: phone.id });
});

test('that press is for the account of the reset alone, for half an hour, and until the next reset', async () => {
  const noa = await confirmed();
  const other = await confirmed();
  const phone = await savePasskey(other, 'Other phone');
  await savePasskey(noa, 'My phone');
  const first = await reset(noa);
  const foreign = await app.anyone.refusal(removePasskeyAfterReset, {
    token: first.removalToken ?? '',
    id: phone.id,
  });
  expect(foreign.status).toBe(404);
  expect((await other.call(listPasskeys, {})).passkeys).toHaveLength(1);
  const second = await reset(noa);
  const id = second.passkeys[0]?.id ?? '';
  const remove = (token: string | undefined) =>
    app.anyone.refusal(removePasskeyAfterReset, { token: token ?? '', id });
  expect((await remove(first.removalToken)).problem.reason).toBe('link_expired');
  app.clock.move(minutes(30));
  expect((await remove(second.removalToken)).problem.reason).toBe('link_expired');
  expect((await remove('made-up')).problem.reason).toBe('link_expired');
});
