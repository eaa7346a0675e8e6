import { changeEmail, editUser, viewUser } from '@portside/contract/account';
import { listActivity } from '@portside/contract/sessions';
import { changePassword, denyChange, resetPassword } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes } from '../clock.ts';
import { nextCode, nextEmail, nextLinkToken, readAll } from '../testing/mailbox.ts';
import { proving } from '../testing/proving.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const passwords = { newPassword: 'Harbor8!', confirmNewPassword: 'Harbor8!' };
const own = '+16175550181';

async function deny(email: string, subject: RegExp) {
  const token = await nextLinkToken(app, email, subject);
  const { resetToken } = await app.anyone.call(denyChange, { token });
  await app.anyone.call(resetPassword, { token: resetToken ?? '', ...passwords });
  return app.as(email, passwords.newPassword);
}

/** Somebody whose contact number stands for a week, and a thief with the password. */
async function robbed(number = own) {
  const noa = await newcomer(app);
  if (number) await noa.call(editUser, { phoneNumber: number });
  app.clock.move(days(8));
  await readAll(app, noa.email);
  const thief = await app.as(noa.email, 'Anchor7!');
  return { noa, thief };
}

test('[I17] "This wasn’t me" gives back the contact number from before, over several changes, and the email says so', async () => {
  const { noa, thief } = await robbed();
  for (const phoneNumber of ['+16175550182', '+16175550183']) {
    await thief.call(editUser, { phoneNumber });
    app.clock.move(minutes(5));
  }
  const back = await deny(noa.email, /phone number was changed/);
  expect((await back.call(viewUser, {})).contactNumber).toBe(own);
  const { activity } = await back.call(listActivity, {});
  expect(activity.map(({ kind }) => kind)).toContain('phone_changed');
  const { text } = await nextEmail(app, noa.email, /contact number was changed back/);
  expect(text).not.toMatch(/0181|0182|0183/);
});

test('[I17] where there was no contact number, a denial leaves none; one from before stays', async () => {
  const { noa, thief } = await robbed('');
  await thief.call(editUser, { phoneNumber: '+16175550184' });
  const back = await deny(noa.email, /phone number was changed/);
  expect((await back.call(viewUser, {})).contactNumber).toBe('');
  await proving(back, passwords.newPassword);
  await back.call(editUser, { phoneNumber: own });
  app.clock.move(days(8));
  await readAll(app, noa.email);
  const other = await app.as(noa.email, passwords.newPassword);
  const next = { newPassword: 'Captain9%', confirmNewPassword: 'Captain9%' };
  await other.call(changePassword, { currentPassword: passwords.newPassword, ...next });
  const again = await deny(noa.email, /password was changed/);
  expect((await again.call(viewUser, {})).contactNumber).toBe(own);
});

test('[I17] the address from before a thief’s gets the contact number of its time back, too', async () => {
  const { noa, thief } = await robbed();
  const newEmail = noa.email.replace('@', '-thief@');
  await thief.call(editUser, { email: newEmail });
  await thief.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail) });
  await thief.call(editUser, { phoneNumber: '+16175550185' });
  const back = await deny(noa.email, /phone number was changed/);
  expect(await back.call(viewUser, {})).toMatchObject({ email: noa.email, contactNumber: own });
});
