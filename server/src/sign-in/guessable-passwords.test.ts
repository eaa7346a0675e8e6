import { editUser } from '@portside/contract/account';
import {
  changePassword,
  forgotPassword,
  register,
  resetPassword,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextLinkToken } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { isGuessable } from './guessable-passwords.ts';

const maya = {
  firstName: 'Maya',
  lastName: 'Álvarez',
  email: 'm.lighthouse@gannet.example',
  streetName: 'Fulton Street',
  streetNumber: '1200',
  city: 'New York',
  zipCode: '10038',
  contactNumber: '+12125550101',
};
const sentence =
  'This password is easy to guess. Please choose one without your name, your address or keys in a row';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test.each([
  'Maya123!',
  'M@ya2024!',
  'Alvarez7#',
  '!!Maya99Alvarez',
  'mayA.Álvarez1',
  'Lighthouse1!',
  'Gannet#12',
  'Fulton1200!',
  'NewYork10038!',
  'Ab10038!',
  'Xy.5550101',
  'Abc123!',
  'Qwe123!@#',
  'Aa1!Aa1!',
  'Aaaaaa1!',
  'Abcd1234!',
  'Zyx987!x',
  'Aa123456!',
  '1Qaz2wsx!',
  'Asdfgh12!',
])('%s is made of what anybody finds out, or of a row of keys', (password) => {
  expect(isGuessable(password, maya, undefined)).toBe(true);
});

test.each([
  'Anchor7!',
  'Lantern8#',
  'Passing-Ship-42!',
  'Maya-sails-home-7!',
  'Mx7!pQ2r',
  'Harbor1!',
])('%s is not', (password) => {
  expect(isGuessable(password, maya, undefined)).toBe(false);
});

test('in production the brand’s own name is refused, and with it the password of the demo people', () => {
  const brand = { product: 'Harbor', host: 'Harbor Mobile', company: 'Harbor Mobile, Inc.' };
  for (const password of ['Harbor1!', 'H@rbor2025!', 'HarborMobile9#', 'Mobile77!']) {
    expect(isGuessable(password, maya, brand), password).toBe(true);
  }
  expect(isGuessable('Anchor7!', maya, brand)).toBe(false);
});

test('[H03] the registration tells it at the field, and opens no account', async () => {
  const person = { firstName: 'Greta', lastName: 'Gull', email: 'greta@example.com' };
  const guess = { regPassword: 'Greta2024!', confirmRegPassword: 'Greta2024!' };
  const { status, problem } = await app.anyone.refusal(register, { ...person, ...guess });
  expect(status).toBe(422);
  expect(problem.errors).toEqual([{ field: 'regPassword', message: sentence }]);
  const fine = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };
  await app.anyone.call(register, { ...person, ...fine });
});

test('[H03] a new password is held against what the account knows by then', async () => {
  const noa = await newcomer(app);
  const address = { streetNumber: '12', streetName: 'Pelican Way', city: 'Salem', state: 'MA' };
  await noa.call(editUser, { ...address, zipCode: '01970' });
  const guess = { newPassword: 'Pelican12!', confirmNewPassword: 'Pelican12!' };
  const changed = await noa.refusal(changePassword, { currentPassword: 'Anchor7!', ...guess });
  expect(changed.problem).toMatchObject({
    reason: 'password_guessable',
    errors: [{ field: 'newPassword', message: sentence }],
  });
  await app.anyone.call(forgotPassword, { email: noa.email });
  const token = await nextLinkToken(app, noa.email, /new Harbor password/);
  const reset = await app.anyone.refusal(resetPassword, { token, ...guess });
  expect(reset.problem.reason).toBe('password_guessable');
  // The link is not used up by it.
  const fine = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };
  await app.anyone.call(resetPassword, { token, ...fine });
});

test('in production the demo password is refused at the door', async () => {
  const production = await openTestApp({
    config: { production: true, seed: 'none', origin: 'https://www.harbor.example' },
  });
  try {
    const { problem } = await production.anyone.refusal(register, {
      firstName: 'Greta',
      lastName: 'Gull',
      email: 'greta@example.com',
      regPassword: 'Harbor1!',
      confirmRegPassword: 'Harbor1!',
    });
    expect(problem.reason).toBe('password_guessable');
  } finally {
    await production.close();
  }
});
