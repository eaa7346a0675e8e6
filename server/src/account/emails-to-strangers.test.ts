import { confirmEmail, editUser, resendCode } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextCode, nextEmail } from '../testing/mailbox.ts';
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
  const first = await nextEmail(app, noa.email, /receipt: /);
  expect(first.text).not.toContain('Noa');
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  await buy();
  const second = await nextEmail(app, noa.email, /receipt: /);
  expect(second.text).toContain('Hi Noa,');
});
