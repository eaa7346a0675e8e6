import { confirmEmail } from '@portside/contract/account';
import { viewChatToken } from '@portside/contract/chat';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import type { Caller } from '../testing/caller.ts';
import { nextCode } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  const chat = { kind: 'intercom', appId: 'abcd1234', secret: 's3cret', proof: 'token' } as const;
  const usual = { ...nothingOutside.usual, chat };
  app = await openTestApp({ config: { adapters: { usual, brands: {} } } });
});
afterAll(() => app.close());

const claimsOf = async (caller: Caller) =>
  decodeJwt((await caller.call(viewChatToken, {})).token ?? '');

test('[M06] an address that nobody has confirmed is not signed for: it may be somebody else’s', async () => {
  const noa = await newcomer(app);
  const before = await claimsOf(noa);
  expect(before).toMatchObject({ name: 'Noa' });
  expect(before).not.toHaveProperty('email');
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  expect(await claimsOf(noa)).toMatchObject({ user_id: before['user_id'], email: noa.email });
});
