import { confirmEmail, viewUser } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { beginPurchase, login } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import { allEmailsSent, nextCode, readAll } from '../testing/mailbox.ts';
import { behindProxy, from, newMid } from '../testing/networks.ts';
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
  app = await openTestApp({ config: behindProxy });
});
afterAll(() => app.close());

let unused = 0;
const nobodys = () => `begun${(unused += 1)}@example.com`;

async function begin(email: string) {
  const { token, message } = await app.anyone.call(beginPurchase, { email });
  return { ...app.with(token), email, message };
}

async function buy(who: Awaited<ReturnType<typeof begin>>) {
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
  });
  const { orderId } = await who.call(placeOrder, order);
  return orderWhen(app, who, orderId, 'active');
}

/** A customer with a confirmed address. */
async function owner() {
  const noa = await newcomer(app, nobodys());
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  await readAll(app, noa.email);
  return noa;
}

test('[P01] somebody new buys by the email alone, is named once, and confirms the address after paying', async () => {
  const noa = await begin(nobodys());
  expect(await noa.call(viewUser, {})).toMatchObject({
    firstName: '',
    hasPassword: false,
    emailVerified: false,
  });
  await buy(noa);
  expect(await noa.call(viewUser, {})).toMatchObject({ firstName: 'Noa', emailVerified: false });
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  expect(await noa.call(viewUser, {})).toMatchObject({ emailVerified: true });
});

test('[P01] an address with an account gets the same answers, and what was bought comes to it with the code', async () => {
  const known = await owner();
  const asks = [await begin(known.email), await begin(nobodys())];
  const [second, fresh] = asks;
  if (!second || !fresh) throw new Error('Nobody began');
  expect(second.message).toBe(fresh.message);
  const seen = async (who: typeof second) => {
    const { id: _, userHash: _hash, email: _email, ...rest } = await who.call(viewUser, {});
    return rest;
  };
  expect(await seen(second)).toEqual(await seen(fresh));
  const { line } = await buy(second);
  expect((await known.call(listLines, {})).lines).toEqual([]);
  const otp = await nextCode(app, known.email, /account/);
  const { token = '' } = await second.call(confirmEmail, { otp });
  const lines = await app.with(token).call(listLines, {});
  expect(lines.lines.map(({ id }) => id)).toEqual([line?.id]);
});

test('[P01] nothing is sent to an address before somebody has paid', async () => {
  const known = await owner();
  await allEmailsSent(app);
  const before = await app.emails(known.email, 0);
  await begin(known.email);
  await allEmailsSent(app);
  expect(await app.emails(known.email, 0)).toEqual(before);
});

test('[P01] only a browser that was here is told; a lost answer is asked for again', async () => {
  const email = nobodys();
  const here = from(app, '203.0.113.7', await newMid(app));
  const { token } = await here.call(beginPurchase, { email });
  const again = await here.call(beginPurchase, { email });
  expect((await app.with(again.token).call(viewUser, {})).id).toBe(
    (await app.with(token).call(viewUser, {})).id,
  );
  app.clock.move(minutes(11));
  const told = await here.refusal(beginPurchase, { email });
  expect(told.problem).toMatchObject({ reason: 'email_taken', errors: [{ field: 'email' }] });
  const elsewhere = await begin(email);
  expect((await elsewhere.call(viewUser, {})).lines).toEqual([]);
});

test('[P01] an account without a password is opened by none', async () => {
  const noa = await begin(nobodys());
  const wrong = await app.anyone.refusal(login, { email: noa.email, password: 'Anchor7!' });
  expect(wrong.problem.reason).toBe('wrong_login');
});
