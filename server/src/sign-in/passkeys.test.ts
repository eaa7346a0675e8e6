import { confirmEmail, viewUser } from '@portside/contract/account';
import {
  addPasskey,
  askPasskeyLogin,
  askPasskeyOptions,
  enterLoginCode,
  listPasskeys,
  login,
  passkeyLogin,
  removePasskey,
  stepUp,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { makeAuthenticator, type Authenticator } from '../testing/authenticator.ts';
import type { Caller } from '../testing/caller.ts';
import { nextCode, nextEmail } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const origin = 'http://127.0.0.1';
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function withPasskey(): Promise<{
  noa: Caller & { email: string };
  phone: Authenticator;
}> {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const phone = makeAuthenticator();
  const { options } = await noa.call(askPasskeyOptions, {});
  await noa.call(addPasskey, { passkey: phone.create(options, origin), name: 'My phone' });
  return { noa, phone };
}

const signed = async (phone: Authenticator, ...rest: Parameters<Authenticator['get']>) =>
  phone.get((await app.anyone.call(askPasskeyLogin, {})).options, ...(rest.slice(1) as [string]));

test('a passkey is kept, told to the owner, used to log in without an address, and removed', async () => {
  const { noa, phone } = await withPasskey();
  await nextEmail(app, noa.email, /passkey was added/);
  const { options } = await app.anyone.call(askPasskeyLogin, {});
  expect(options).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' });
  const { token } = await app.anyone.call(passkeyLogin, { passkey: phone.get(options, origin) });
  expect(await app.with(token).call(viewUser, {})).toMatchObject({ email: noa.email });
  const { passkeys } = await noa.call(listPasskeys, {});
  expect(passkeys).toMatchObject([{ id: phone.id, name: 'My phone' }]);
  expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  await noa.call(removePasskey, { id: phone.id });
  await nextEmail(app, noa.email, /passkey was removed/);
  const gone = await app.anyone.refusal(passkeyLogin, {
    passkey: await signed(phone, {}, origin),
  });
  expect(gone.problem.reason).toBe('passkey_unknown');
});

test('a passkey counts as a fresh proof, for its own account only', async () => {
  const { noa, phone } = await withPasskey();
  app.clock.move(minutes(11));
  expect((await noa.refusal(askPasskeyOptions, {})).problem.reason).toBe('proof_required');
  const maya = await app.as('maya@example.com');
  const foreign = await maya.refusal(stepUp, { passkey: await signed(phone, {}, origin) });
  expect(foreign.problem.reason).toBe('passkey_unknown');
  await noa.call(stepUp, { passkey: await signed(phone, {}, origin) });
  await noa.call(askPasskeyOptions, {});
});

test('an answer that was used, is for another page, unverified, or for another challenge is refused', async () => {
  const { phone } = await withPasskey();
  const used = await signed(phone, {}, origin);
  await app.anyone.call(passkeyLogin, { passkey: used });
  const { options } = await app.anyone.call(askPasskeyLogin, {});
  const fresh = async () => (await app.anyone.call(askPasskeyLogin, {})).options;
  const refused = [
    used,
    phone.get(await fresh(), 'https://evil.example'),
    phone.get(await fresh(), origin, { rpId: 'evil.example' }),
    phone.get(await fresh(), origin, { flags: 0x01 }),
    phone.get(await fresh(), origin, { challenge: 'made-up-by-somebody' }),
    { ...phone.get(await fresh(), origin), id: makeAuthenticator().id },
    { ...makeAuthenticator().get(await fresh(), origin), id: phone.id, rawId: phone.id },
  ];
  for (const passkey of refused) {
    const { problem } = await app.anyone.refusal(passkeyLogin, { passkey });
    expect(problem.reason).toBe('passkey_unknown');
  }
  app.clock.move(minutes(6));
  const late = await app.anyone.refusal(passkeyLogin, { passkey: phone.get(options, origin) });
  expect(late.problem.reason).toBe('passkey_unknown');
});

test('with a typed address the passkey must be of that account', async () => {
  const { noa, phone } = await withPasskey();
  const wrong = await app.anyone.refusal(passkeyLogin, {
    passkey: await signed(phone, {}, origin),
    email: 'maya@example.com',
  });
  expect(wrong.problem.reason).toBe('passkey_unknown');
  await app.anyone.call(passkeyLogin, {
    passkey: await signed(phone, {}, origin),
    email: noa.email.toUpperCase(),
  });
});

test('no passkey before the address is confirmed, and none on the challenge of another customer', async () => {
  const noa = await newcomer(app);
  const early = await noa.refusal(askPasskeyOptions, {});
  expect(early.problem.reason).toBe('email_unconfirmed');
  const omar = await app.as('omar@example.com');
  const maya = await app.as('maya@example.com');
  const { options } = await omar.call(askPasskeyOptions, {});
  const foreign = makeAuthenticator().create(options, origin);
  const { problem } = await maya.refusal(addPasskey, { passkey: foreign });
  expect(problem.reason).toBe('passkey_refused');
});

test('a passkey opens the account while wrong passwords and codes have closed the other ways', async () => {
  const { noa, phone } = await withPasskey();
  const { email } = noa;
  for (let guess = 0; guess < 10; guess += 1) {
    await app.anyone.refusal(login, { email, password: 'Wrong1!' });
    await app.anyone.refusal(enterLoginCode, { email, otp: '000000' });
  }
  expect((await app.anyone.refusal(login, { email, password: 'Anchor7!' })).status).toBe(429);
  expect((await app.anyone.refusal(enterLoginCode, { email, otp: '000000' })).status).toBe(429);
  await app.anyone.call(passkeyLogin, { email, passkey: await signed(phone, {}, origin) });
});
