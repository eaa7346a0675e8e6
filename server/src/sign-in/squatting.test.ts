import { viewUser } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { listActivity } from '@portside/contract/sessions';
import {
  askLoginCode,
  askPasskeyOptions,
  enterLoginCode,
  forgotPassword,
  login,
  register,
  resetPassword,
} from '@portside/contract/sign-in';
import { viewEsim } from '@portside/contract/sim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../testing/bound-browser.ts';
import { nextCode, nextEmail, nextLinkToken } from '../testing/mailbox.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

test('account squatting: who opened an account with another’s address is out when its owner comes by a code', async () => {
  const squatter = await newcomer(app);
  const { email } = squatter;
  expect((await squatter.refusal(askPasskeyOptions, {})).problem.reason).toBe('email_unconfirmed');
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const { token } = await app.anyone.call(enterLoginCode, { email, otp });
  const owner = app.with(token);
  expect((await squatter.refusal(viewUser, {})).status).toBe(401);
  const old = await app.anyone.refusal(login, { email, password: 'Anchor7!' });
  expect(old.problem.reason).toBe('wrong_login');
  expect(await owner.call(viewUser, {})).toMatchObject({ emailVerified: true, hasPassword: false });
  await nextEmail(app, email, /password was removed/);
  const { activity } = await owner.call(listActivity, {});
  expect(activity.map((one) => one.kind)).toEqual(
    expect.arrayContaining(['email_confirmed', 'password_removed']),
  );
  await app.anyone.call(forgotPassword, { email });
  const link = await nextLinkToken(app, email, /new Harbor password/);
  await app.anyone.call(resetPassword, { token: link, ...passwords });
  const back = await app.as(email, passwords.newPassword);
  expect(await back.call(viewUser, {})).toMatchObject({ hasPassword: true });
});

test('account squatting: nor does the password outlive a reset by the owner of the address', async () => {
  const squatter = await newcomer(app);
  const { email } = squatter;
  await app.anyone.call(forgotPassword, { email });
  const token = await nextLinkToken(app, email, /new Harbor password/);
  await app.anyone.call(resetPassword, { token, ...passwords });
  expect((await squatter.refusal(viewUser, {})).status).toBe(401);
  const old = await app.anyone.refusal(login, { email, password: 'Anchor7!' });
  expect(old.problem.reason).toBe('wrong_login');
});

test('the password stays when the code comes back in the browser that opened the account', async () => {
  const browser = await openBrowser(app);
  const email = 'same.browser@example.com';
  await browser.caller().call(register, {
    firstName: 'Sam',
    lastName: 'Browser',
    email,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  await browser.caller().call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const { token } = await browser.caller().call(enterLoginCode, { email, otp });
  expect(await browser.caller(token).call(viewUser, {})).toMatchObject({
    emailVerified: true,
    hasPassword: true,
  });
  await app.as(email, 'Anchor7!');
});

test('an unconfirmed address pays and activates, and no email to it holds a secret', async () => {
  const noa = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const { orderId } = await noa.call(placeOrder, orderOf(cart, { paymentToken: token }));
  const order = await orderWhen(app, noa, orderId, 'active');
  expect(await noa.call(viewUser, {})).toMatchObject({ emailVerified: false });
  const { activationCode, matchingId } = await app.eventually(async () => {
    const esim = await noa.call(viewEsim, { id: order.line?.id ?? '' });
    return esim.activationCode ? esim : undefined;
  });
  await nextEmail(app, noa.email, /line is active/);
  const emails = await app.emails(noa.email, 3);
  for (const { subject, text, html } of emails) {
    for (const secret of [activationCode, matchingId, 'LPA:1$', 'Anchor7!']) {
      if (secret) expect(text + html, subject).not.toContain(secret);
    }
  }
});
