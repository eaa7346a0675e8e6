import {
  askEmailCode,
  changeEmail,
  confirmEmail,
  editUser,
  resendCode,
  viewUser,
} from '@portside/contract/account';
import { listActivity } from '@portside/contract/sessions';
import { denyChange, login, stepUp } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { harbor } from '../testing/caller.ts';
import { nextCode, nextEmail } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const address = {
  streetNumber: '7',
  streetDirection: 'NW',
  streetName: 'Pier Road',
  city: 'Boston',
  state: 'MA',
  zipCode: '02110',
};

test('[I17] PUT and PATCH of edit answer alike, and change the name', async () => {
  const noa = await newcomer(app);
  for (const [method, firstName] of [
    ['PUT', 'Nora'],
    ['PATCH', 'Norah'],
  ]) {
    const answer = await app.fetch('/app/users/edit', {
      method: method ?? '',
      headers: {
        ...harbor,
        authorization: `Bearer ${noa.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ firstName, lastName: 'O’Hara' }),
    });
    expect(await answer.json()).toEqual({ message: 'Your name was changed.' });
    expect(await noa.call(viewUser, {})).toMatchObject({ firstName, lastName: "O'Hara" });
  }
});

test('[I17] the address and the phone number are changed, each with a notice that does not show them', async () => {
  const noa = await newcomer(app);
  await noa.call(editUser, address);
  await noa.call(editUser, { phoneNumber: '+16175550133' });
  expect(await noa.call(viewUser, {})).toMatchObject({ ...address, contactNumber: '+16175550133' });
  const aboutAddress = await nextEmail(app, noa.email, /address was changed/);
  const aboutPhone = await nextEmail(app, noa.email, /phone number was changed/);
  expect(aboutAddress.text + aboutAddress.html).not.toMatch(/Pier Road|Boston|02110/);
  expect(aboutPhone.text + aboutPhone.html).not.toMatch(/0133/);
  const { activity } = await noa.call(listActivity, {});
  expect(activity.map((one) => one.kind).slice(0, 2)).toEqual(['phone_changed', 'address_changed']);
});

test('[I17] another contact number is told to the present address and to the one before it, each with a link that gives the account back', async () => {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  const newEmail = `moved-${noa.email}`;
  await noa.call(editUser, { email: newEmail });
  await noa.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail) });
  await noa.call(editUser, { phoneNumber: '+16175550144' });
  const subject = /phone number was changed/;
  const present = await nextEmail(app, newEmail, subject);
  const before = await nextEmail(app, noa.email, subject);
  for (const { link, text } of [present, before]) {
    expect(link).toMatch(/\/not-me\?token=/);
    expect(text).not.toMatch(/0144|moved-/);
  }
  const token = new URL(before.link ?? '').searchParams.get('token') ?? '';
  await app.anyone.call(denyChange, { token });
  expect((await noa.refusal(viewUser, {})).status).toBe(401);
});

test('[I17][I05] an apartment or unit belongs to its address: another address has none unless it is told', async () => {
  const noa = await newcomer(app);
  expect(await noa.call(viewUser, {})).toMatchObject({ streetUnit: '' });
  await noa.call(editUser, { ...address, streetUnit: ' Apt 4B ' });
  expect(await noa.call(viewUser, {})).toMatchObject({ ...address, streetUnit: 'Apt 4B' });
  const alone = await noa.refusal(editUser, { streetUnit: '5C' });
  expect(alone.problem.errors?.map((one) => one.field)).toContain('streetName');
  const long = await noa.refusal(editUser, { ...address, streetUnit: 'x'.repeat(21) });
  expect(long.problem.errors).toEqual([
    { field: 'streetUnit', message: 'Please enter a shorter apartment or unit' },
  ]);
  await noa.call(editUser, { ...address, streetNumber: '9' });
  expect(await noa.call(viewUser, {})).toMatchObject({ streetNumber: '9', streetUnit: '' });
});

test('[I17][H19] what is wrong with an edit is said at the fields of the table', async () => {
  const noa = await newcomer(app);
  const half = await noa.refusal(editUser, { streetName: 'Pier Road', zipCode: '12' });
  expect(half.status).toBe(400);
  expect(Object.fromEntries((half.problem.errors ?? []).map((e) => [e.field, e.message]))).toEqual({
    streetNumber: 'Please enter street number',
    city: 'Please enter city',
    state: 'Please select a state',
    zipCode: 'Please enter 5 digit ZIP Code',
  });
  const phone = await noa.refusal(editUser, { phoneNumber: '12' });
  expect(phone.problem.errors).toEqual([
    { field: 'contactNumber', message: 'Please enter a valid phone number' },
  ]);
  for (const wrong of [{}, { email: 'a@example.com', phoneNumber: '+16175550133' }]) {
    expect((await noa.refusal(editUser, wrong)).status).toBe(400);
  }
});

test('changing e-mail, phone or address needs a proof of the last ten minutes; the name does not', async () => {
  const noa = await newcomer(app);
  app.clock.move(minutes(11));
  await noa.call(editUser, { firstName: 'Nora', lastName: 'Newcomer' });
  for (const change of [{ email: 'new@example.com' }, { phoneNumber: '+16175550133' }, address]) {
    const { status, problem } = await noa.refusal(editUser, change);
    expect(status).toBe(422);
    expect(problem.reason).toBe('proof_required');
  }
  await noa.call(stepUp, { password: 'Anchor7!' });
  await noa.call(editUser, address);
});

test('[I17][I18][J02] a new address gets five digits; with them it is the account’s, and others are out', async () => {
  const noa = await newcomer(app);
  const elsewhere = await app.as(noa.email, 'Anchor7!');
  const newEmail = 'noa-moved@example.com';
  await noa.call(editUser, { email: newEmail });
  expect(await noa.call(viewUser, {})).toMatchObject({ email: noa.email });
  const otp = await nextCode(app, newEmail);
  expect(otp).toMatch(/^\d{5}$/);
  const six = await noa.refusal(changeEmail, { newEmail, otp: `${otp}0` });
  expect(six.status).toBe(400);
  const other = await noa.refusal(changeEmail, { newEmail: 'third@example.com', otp });
  expect(other.problem).toMatchObject({ reason: 'code_wrong', errors: [{ field: 'otp' }] });
  await noa.call(changeEmail, { newEmail: newEmail.toUpperCase(), otp });
  expect(await noa.call(viewUser, {})).toMatchObject({ email: newEmail, emailVerified: true });
  expect((await elsewhere.refusal(viewUser, {})).status).toBe(401);
  const notice = await nextEmail(app, noa.email, /email address was changed/);
  expect(notice.text + notice.html).not.toContain('noa-moved');
  const old = await app.anyone.refusal(login, { email: noa.email, password: 'Anchor7!' });
  expect(old.problem.reason).toBe('wrong_login');
});

test('[I17] the answer for an address that has an account is the same, and no code comes', async () => {
  const noa = await newcomer(app);
  const free = await noa.call(editUser, { email: 'free@example.com' });
  const taken = await noa.call(editUser, { email: 'ines@example.com' });
  expect(taken).toEqual(free);
  const mail = await nextEmail(app, 'ines@example.com', /You already have/);
  expect(mail.code).toBeUndefined();
});

test('[I19] the code is sent again after 30 seconds, with the specification’s words', async () => {
  const noa = await newcomer(app);
  await nextCode(app, noa.email, /Confirm/);
  const early = await noa.refusal(resendCode, { email: noa.email });
  expect(early.status).toBe(429);
  expect(early.problem.retryAfter).toBeGreaterThan(20);
  app.clock.move(seconds(31));
  const { message } = await noa.call(resendCode, { email: noa.email });
  expect(message).toBe('Code Re-sent! Please enter the new code');
  expect(await nextCode(app, noa.email, /Confirm/)).toMatch(/^\d{6}$/);
  const newEmail = 'noa-pending@example.com';
  await noa.call(editUser, { email: newEmail });
  await nextCode(app, newEmail);
  app.clock.move(seconds(31));
  await noa.call(resendCode, { email: newEmail });
  await noa.call(changeEmail, { newEmail, otp: await nextCode(app, newEmail) });
  const none = await noa.refusal(resendCode, { email: newEmail });
  expect(none.problem.reason).toBe('nothing_pending');
});

test('an address is confirmed by the code that came to it', async () => {
  const noa = await newcomer(app);
  const first = await nextCode(app, noa.email, /Confirm/);
  // The page says that one was sent only while it is good.
  const { emailCodeUntil } = await noa.call(viewUser, {});
  expect(Date.parse(emailCodeUntil ?? '') - app.clock.now().getTime()).toBeGreaterThan(minutes(9));
  app.clock.move(minutes(11));
  expect(await noa.call(viewUser, {})).not.toHaveProperty('emailCodeUntil');
  await noa.call(askEmailCode, {});
  const otp = await nextCode(app, noa.email, /Confirm/);
  if (first !== otp) {
    expect((await noa.refusal(confirmEmail, { otp: first })).problem.reason).toBe('code_wrong');
  }
  await noa.call(confirmEmail, { otp });
  expect(await noa.call(viewUser, {})).toMatchObject({ emailVerified: true });
  const again = await noa.refusal(askEmailCode, {});
  expect(again.problem.reason).toBe('email_confirmed');
});
