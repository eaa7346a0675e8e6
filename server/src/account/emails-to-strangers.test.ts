import { confirmEmail, editUser, resendCode } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { setLocks } from '@portside/contract/line-locks';
import { updateNickname } from '@portside/contract/lines';
import { endOtherSessions } from '@portside/contract/sessions';
import { register } from '@portside/contract/sign-in';
import { contactUs } from '@portside/contract/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consume, withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextCode, nextEmail } from '../testing/mailbox.ts';
import { bring, oldService } from '../testing/porting.ts';
import { cards, fillCart, newcomer, orderOf, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const passwords = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };
const quiet = () => new Promise((resolve) => setTimeout(resolve, 500));

test('however many accounts name an address as their new one, it gets twelve emails an hour', async () => {
  const email = 'victim@example.com';
  const accounts = await Promise.all(Array.from({ length: 15 }, () => newcomer(app)));
  const answers = await Promise.all(
    accounts.map((one) =>
      one.call(editUser, { email }).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    ),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(12);
  expect(answers.filter((status) => status === 429)).toHaveLength(3);
  await app.emails(email, 12);
  await quiet();
  expect(await app.emails(email, 0)).toHaveLength(12);
});

test('[I11] a receipt of the contact form counts among them, and the message goes to support all the same', async () => {
  const email = 'written-to@example.com';
  const accounts = await Promise.all(Array.from({ length: 11 }, () => newcomer(app)));
  for (const one of accounts) await one.call(editUser, { email });
  const written = { name: 'Sam Stranger', email, message: 'Hello' };
  for (const message of ['Hello', 'Hello again'])
    await app.anyone.call(contactUs, { ...written, message });
  await app.emails(email, 12);
  await quiet();
  const subjects = (await app.emails(email, 0)).map(({ subject }) => subject);
  expect(subjects).toHaveLength(12);
  expect(subjects.filter((one) => one === 'We have your message')).toHaveLength(1);
  const toStaff = await app.emails('help@harbor.example', 2);
  expect(toStaff.filter(({ subject }) => subject.includes('Sam Stranger'))).toHaveLength(2);
});

test('an account is opened with such an address too; its code can be asked for later', async () => {
  const email = 'crowded@example.com';
  const accounts = await Promise.all(Array.from({ length: 12 }, () => newcomer(app)));
  for (const one of accounts) await one.call(editUser, { email });
  await app.emails(email, 12);
  const person = { firstName: 'Sam', lastName: 'Stranger', email };
  const { token } = await app.anyone.call(register, { ...person, ...passwords });
  const sam = app.with(token);
  expect((await sam.refusal(resendCode, { email })).status).toBe(429);
  await quiet();
  expect(await app.emails(email, 0)).toHaveLength(12);
  app.clock.move(61 * 60_000);
  await sam.call(resendCode, { email });
  expect((await app.emails(email, 13))[0]?.code).toMatch(/^\d{6}$/);
});

test('an email to an address that nobody has confirmed has no word of whoever typed it', async () => {
  const email = 'quiet@example.com';
  const person = { firstName: 'Urgent.call.evil.example', lastName: 'Evil.example', email };
  await app.anyone.call(register, { ...person, ...passwords });
  for (const { subject, text, html } of await app.emails(email, 2)) {
    expect(`${subject} ${text} ${html}`.toLowerCase()).not.toContain('evil');
  }
});

test('[H32] a name that says more than a name is refused, at the server too', async () => {
  const person = { lastName: 'Stranger', email: 'h32@example.com', ...passwords };
  for (const firstName of [
    'unlock at https://evil.example',
    'Call 555',
    'a@b',
    'Hi!',
    'Sam\nNow',
  ]) {
    const refusal = await app.anyone.refusal(register, { ...person, firstName });
    expect(refusal.problem.errors?.map(({ field }) => field)).toEqual(['firstName']);
  }
  const { token } = await app.anyone.call(register, { ...person, firstName: 'Zoë’s-Ann, Jr.' });
  expect(token).not.toBe('');
});

test('nor has the email about a purchase, until its customer has confirmed the address', async () => {
  const noa = await newcomer(app);
  const buy = async () =>
    noa.call(
      placeOrder,
      orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) }),
    );
  await buy();
  const first = await nextEmail(app, noa.email, /[Rr]eceipt: /);
  expect(first.text).not.toContain('Noa');
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  await buy();
  const second = await nextEmail(app, noa.email, /[Rr]eceipt: /);
  expect(second.text).toContain('Hi Noa,');
});

test('[H32] nor has any email about a line: neither its nickname, a typed address, nor what was said of the old carrier', async () => {
  const { noa, line } = await withLine(app);
  const { id, mdn } = line;
  await noa.call(editUser, { firstName: 'Evilfirst', lastName: 'Evillast' });
  await noa.call(updateNickname, { id, nickname: 'Evilnick' });
  const at = { streetNumber: '1', streetName: 'Evil Street', city: 'Reno', state: 'NV' };
  await noa.call(setEmergencyAddress, { id, ...at, zipCode: '89501' });
  await noa.call(setLocks, { id, sim: false, number: false });
  await noa.call(setLocks, { id, sim: true, number: true });
  await consume(app, mdn, 9_600);
  await bring(noa, '2125550107', {
    oldService: { ...oldService, billingAccountPassword: 'evil4321' },
  });
  await noa.call(endLine, { id });
  await noa.call(undoEndLine, { id });
  await noa.call(endOtherSessions, {});
  for (const subject of [/911 address/, /stays on/, /80%/, /transferring/, /goes on/, /stay where/])
    await nextEmail(app, noa.email, subject);
  await allEmailsSent(app);
  for (const { subject, text, html } of await app.emails(noa.email, 8)) {
    expect(`${subject} ${text} ${html}`.toLowerCase()).not.toContain('evil');
  }
});
