import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days } from '../clock.ts';
import { nextCode } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

test('[N07] an account is opened and its code is sent although time moves on by a day in the middle', async () => {
  const { random } = app.app;
  const digits = random.digits.bind(random);
  random.digits = (count) => {
    random.digits = digits;
    app.clock.move(days(1));
    return digits(count);
  };
  const { token } = await app.anyone.call(register, {
    firstName: 'Noa',
    lastName: 'Newcomer',
    email: 'jump@example.com',
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  expect(token).toBeTruthy();
  expect(await nextCode(app, 'jump@example.com', /Confirm/)).toMatch(/^\d{6}$/);
});
