import { confirmEmail, viewUser } from '@portside/contract/account';
import { sendChatMessage, viewChat } from '@portside/contract/chat';
import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { listCards, listTransactions } from '@portside/contract/payments';
import { listPortIns } from '@portside/contract/port-in';
import {
  confirmAuthenticator,
  enterSecondStep,
  secondStepAsked,
  startAuthenticator,
} from '@portside/contract/second-step';
import { listActivity } from '@portside/contract/sessions';
import { changePassword, login, register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, minutes, seconds } from '../clock.ts';
import type { PaymentPort } from '../adapters/payment/payment.ts';
import { runVerb } from '../operator/socket.ts';
import { fillSeveral, orderSeveral, purchaseOf, severalPlans } from '../testing/buying-lines.ts';
import type { Caller } from '../testing/caller.ts';
import { nameOne } from '../testing/chatting.ts';
import { draftOf } from '../testing/porting.ts';
import { nextCode, nextEmail, readAll } from '../testing/mailbox.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const own = 'Anchor7!';
const later = 'Seagull7!';

/** What the provider was asked for, by order. */
const payers = new Map<string, string>();
const detached: string[] = [];
function watched(payment: PaymentPort): PaymentPort {
  return Object.assign(Object.create(payment) as PaymentPort, {
    charge(request: Parameters<PaymentPort['charge']>[0]) {
      payers.set(request.owner.id, request.customerRef);
      return payment.charge(request);
    },
    async detachCard(ref: string) {
      await payment.detachCard(ref);
      detached.push(ref);
    },
  });
}

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, payment: watched(opened.payment) }) },
  });
});
afterAll(() => app.close());

const already = /already have a Harbor account/;

/** A customer with a confirmed address, and their own second account with it, in a new browser. */
async function forgetful() {
  const owner = await newcomer(app);
  const { email } = owner;
  await owner.call(confirmEmail, { otp: await nextCode(app, email, /Confirm/) });
  await readAll(app, email);
  const { token } = await app.anyone.call(register, {
    firstName: 'Noa',
    lastName: 'Again',
    email,
    regPassword: later,
    confirmRegPassword: later,
  });
  const again = app.with(token);
  const otp = await nextCode(app, email, already);
  return { owner, again, email, otp };
}

async function comeOver(again: Caller, otp: string): Promise<Caller> {
  const { token, message } = await again.call(confirmEmail, { otp });
  expect(message).toContain('You already had an account with this address. You’re in it now.');
  return app.with(token ?? '');
}

async function breakPayment(mode: 'down' | 'none') {
  const headers = { 'content-type': 'application/json' };
  await app.fetch('/sandbox/pay/break', {
    method: 'POST',
    headers,
    body: JSON.stringify({ mode }),
  });
}

/** What is left behind in a closed account, in any table that names customers. */
async function leftBehind(customerId: string): Promise<string[]> {
  const tables = ['orders', 'charges', 'transactions', 'disputes', 'lines', 'port_ins', 'cards'];
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where customer_id = ${customerId}`.execute(
        app.app.db.query,
      );
      return rows.length > 0 ? table : [];
    }),
  );
  return found.flat();
}

test('the code of the email leads from the second account into the one that was there, and all that was bought comes along', async () => {
  const { owner, again, email, otp } = await forgetful();
  const before = await again.call(viewUser, {});
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    saveCard: true,
  });
  const { orderId } = await again.call(placeOrder, order);
  await orderWhen(app, again, orderId, 'active');
  const portInId = await draftOf(again, '2125550107');
  await again.call(sendChatMessage, { text: 'Is my line on?' });
  await owner.call(sendChatMessage, { text: 'Hello from before' });
  expect((await again.call(listCards, {})).cards).toHaveLength(1);

  const home = await comeOver(again, otp);
  const person = await home.call(viewUser, {});
  expect(person).toMatchObject({ id: (await owner.call(viewUser, {})).id, firstName: 'Noa' });
  expect(person.lines).toMatchObject([{ status: 'active' }]);
  expect((await home.call(listTransactions, {})).transactions).toHaveLength(1);
  expect((await home.call(listPortIns, {})).portIns).toMatchObject([{ id: portInId }]);
  const { conversation } = await home.call(viewChat, {});
  expect(conversation.messages.map((one) => one.text).toSorted()).toEqual([
    'Hello from before',
    'Is my line on?',
  ]);
  // A card belongs to the record that the provider has of the other account.
  expect((await home.call(listCards, {})).cards).toEqual([]);
  expect(await leftBehind(before.id)).toEqual([]);

  expect((await again.refusal(viewUser, {})).status).toBe(401);
  const { problem } = await app.anyone.refusal(login, { email, password: later });
  expect(problem.reason).toBe('wrong_login');
  await app.as(email, own);
  const { activity } = await home.call(listActivity, {});
  expect(activity.map((one) => one.kind)).toContain('account_joined');
  const shown = await runVerb(app.app, ['customer', 'show', before.id]);
  expect(shown.text).toContain(`Joined to ${person.id}`);
  expect((await runVerb(app.app, ['customer', 'show', email])).text).not.toContain(before.id);
});

test('a payment that is under way goes on with the card of the second account, and its line is in the first', async () => {
  const { again, otp } = await forgetful();
  const first = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    saveCard: true,
  });
  const { orderId: one } = await again.call(placeOrder, first);
  await orderWhen(app, again, one, 'active');
  const cardId = (await again.call(listCards, {})).cards[0]?.id;
  const cart = await fillCart(app);
  await breakPayment('down');
  const second = await again.call(placeOrder, orderOf(cart, { cardId }));
  expect(second.status).toBe('placed');
  const home = await comeOver(again, otp);
  await breakPayment('none');
  await orderWhen(app, home, second.orderId, 'active');
  expect((await home.call(viewUser, {})).lines).toHaveLength(2);
  expect(payers.get(second.orderId)).toBe(payers.get(one));
  // What is bought from here on is paid with a record of its own.
  const third = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.visa),
    saveCard: true,
  });
  const { orderId } = await home.call(placeOrder, third);
  await orderWhen(app, home, orderId, 'active');
  expect(payers.get(orderId)).not.toBe(payers.get(one));
  expect((await home.call(listCards, {})).cards).toHaveLength(1);
});

test('a payment that waits for the bank is confirmed in the first account; the card is saved in neither', async () => {
  const { again, otp } = await forgetful();
  const before = detached.length;
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.confirms),
    saveCard: true,
  });
  const { orderId, redirectUrl } = await again.call(placeOrder, order);
  const home = await comeOver(again, otp);
  const back = await app.fetch(new URL(redirectUrl ?? '').pathname, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'complete' }),
  });
  const location = new URL(back.headers.get('location') ?? '', app.address);
  const payment = location.searchParams.get('payment_intent') ?? '';
  expect(await home.call(confirmPayment, { payment })).toMatchObject({ orderId, status: 'paid' });
  await orderWhen(app, home, orderId, 'active');
  expect((await home.call(listCards, {})).cards).toEqual([]);
  await app.eventually(async () => detached.length > before || undefined);
});

test('a cart that was ordered in both accounts is an order of each', async () => {
  const { owner, again, otp } = await forgetful();
  const cart = await fillCart(app);
  const declined = await paymentToken(app, cards.declined);
  const mine = await owner.call(placeOrder, orderOf(cart, { paymentToken: declined }));
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  const theirs = await again.call(placeOrder, order);
  await orderWhen(app, again, theirs.orderId, 'active');
  const home = await comeOver(again, otp);
  expect((await orderWhen(app, home, mine.orderId, 'declined')).line).toBeUndefined();
  expect((await orderWhen(app, home, theirs.orderId, 'active')).line).toBeDefined();
});

test('[P03] a cart of several lines that was ordered in both accounts is a purchase of each', async () => {
  const { owner, again, otp } = await forgetful();
  const cart = await fillSeveral(app);
  const declined = await orderSeveral(app, cart, { number: cards.declined });
  const mine = await owner.call(placeOrder, declined);
  const theirs = await again.call(placeOrder, await orderSeveral(app, cart));
  const home = await comeOver(again, otp);
  for (const [{ orderId }, status] of [
    [mine, 'declined'],
    [theirs, 'active'],
  ] as const) {
    const orders = await purchaseOf(app, orderId);
    expect(orders.map(({ quote }) => quote.planId)).toEqual(severalPlans);
    expect(orders.map(({ paid_with }) => paid_with)).toEqual([null, orderId, orderId]);
    for (const { id } of orders) {
      const { purchase } = await orderWhen(app, home, id, status);
      expect(purchase?.map((one) => one.orderId)).toEqual(orders.map((one) => one.id));
    }
  }
  const [, second] = await purchaseOf(app, theirs.orderId);
  await runVerb(app.app, ['order', 'refund', second?.id ?? '']);
  await orderWhen(app, home, second?.id ?? '', 'refunded');
  expect((await orderWhen(app, home, theirs.orderId, 'active')).line).toBeDefined();
  // Of the first account, whose cart it still is.
  const paid = await orderSeveral(app, cart, { idempotencyKey: `${cart.cartId}:2` });
  expect(await home.call(placeOrder, paid)).toMatchObject({
    orderId: mine.orderId,
    status: 'paid',
  });
});

test('the same code in two tabs at once leads one of them over and harms nothing', async () => {
  const { owner, again, otp } = await forgetful();
  const tabs = await Promise.allSettled([1, 2, 3].map(() => again.call(confirmEmail, { otp })));
  const answers = tabs.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(answers).toHaveLength(1);
  const home = app.with(answers[0]?.token ?? '');
  expect((await home.call(viewUser, {})).id).toBe((await owner.call(viewUser, {})).id);
  const { activity } = await home.call(listActivity, {});
  expect(activity.filter((one) => one.kind === 'account_joined')).toHaveLength(1);
});

test('an order that is placed while the code is entered is in the first account, or was not placed', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { again, otp } = await forgetful();
    const { id } = await again.call(viewUser, {});
    const paid = await paymentToken(app, cards.visa);
    const order = orderOf(await fillCart(app), { paymentToken: paid });
    const [placed, entered] = await Promise.allSettled([
      again.call(placeOrder, order),
      new Promise((resolve) => setTimeout(resolve, round * 12)).then(() =>
        again.call(confirmEmail, { otp }),
      ),
    ]);
    if (entered.status === 'rejected') throw entered.reason;
    const home = app.with(entered.value.token ?? '');
    if (placed.status === 'fulfilled') {
      await orderWhen(app, home, placed.value.orderId, 'active');
    } else {
      expect(placed.reason).toMatchObject({ status: expect.toBeOneOf([401, 404]) });
    }
    expect(await leftBehind(id)).toEqual([]);
  }
});

test('an account with a second step asks for it, in the same browser, and the cart’s account waits', async () => {
  const { owner, email, otp: unused } = await forgetful();
  expect(unused).toMatch(/^\d{6}$/);
  const { uri } = await owner.call(startAuthenticator, {});
  const totp = new TOTP({ secret: new URL(uri).searchParams.get('secret') ?? '' });
  const shows = () => totp.generate({ timestamp: app.clock.now().getTime() });
  await owner.call(confirmAuthenticator, { otp: shows() });
  app.clock.move(seconds(30));

  const browser = await nameOne(app);
  const { token } = await browser.caller().call(register, {
    firstName: 'Noa',
    lastName: 'Again',
    email,
    regPassword: later,
    confirmRegPassword: later,
  });
  const here = browser.caller(token);
  const otp = await nextCode(app, email, already);
  const asked = await here.refusal(confirmEmail, { otp });
  expect(asked.problem.reason).toBe('second_step_required');
  const { challenge } = secondStepAsked.parse(asked.problem);
  expect((await here.call(viewUser, {})).emailVerified).toBe(false);

  const elsewhere = (await nameOne(app)).caller();
  const stolen = await elsewhere.refusal(enterSecondStep, { challenge, otp: shows() });
  expect(stolen.problem.reason).toBe('challenge_expired');
  const step = await browser.caller().call(enterSecondStep, { challenge, otp: shows() });
  expect(step.message).toContain('You already had an account with this address.');
  const home = app.with(step.token);
  expect((await home.call(viewUser, {})).id).toBe((await owner.call(viewUser, {})).id);
  expect((await here.refusal(viewUser, {})).status).toBe(401);
});

test('the code is good for ten minutes, and not after a new password of the owner', async () => {
  const one = await forgetful();
  app.clock.move(minutes(11));
  const old = await one.again.refusal(confirmEmail, { otp: one.otp });
  expect(old.problem.reason).toBe('code_expired');
  app.clock.move(days(1));
  const two = await forgetful();
  await two.owner.call(changePassword, {
    currentPassword: own,
    newPassword: 'Lantern8#',
    confirmNewPassword: 'Lantern8#',
  });
  const dead = await two.again.refusal(confirmEmail, { otp: two.otp });
  expect(dead.problem.reason).toBe('code_expired');
  expect((await two.again.call(viewUser, {})).emailVerified).toBe(false);
});

test('several accounts at an address have as many tries at its codes as one, and the owner sees them in the activity', async () => {
  const { owner, again: one, email } = await forgetful();
  const tries = async (caller: Caller) => {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      statuses.push((await caller.refusal(confirmEmail, { otp: '000000' })).status);
    }
    return statuses;
  };
  const { token } = await app.anyone.call(register, {
    firstName: 'Some',
    lastName: 'Body',
    email,
    regPassword: 'Halyard6$',
    confirmRegPassword: 'Halyard6$',
  });
  const two = app.with(token);
  expect(await tries(one)).toEqual(Array(10).fill(422));
  expect(await tries(two)).toEqual(Array(10).fill(422));
  app.clock.move(minutes(16));
  expect(await tries(one)).toEqual(Array(10).fill(422));
  expect((await two.refusal(confirmEmail, { otp: '000000' })).status).toBe(429);
  await app.eventually(async () => {
    const { activity } = await owner.call(listActivity, {});
    return activity.some((entry) => entry.kind === 'tries_failed') || undefined;
  });
});

test('the email says what happened, where the code goes, and what to do if it was somebody else', async () => {
  const { email } = await forgetful();
  app.clock.move(days(1));
  await app.anyone.call(register, {
    firstName: 'Some',
    lastName: 'Body',
    email,
    regPassword: later,
    confirmRegPassword: later,
  });
  const { text, code } = await nextEmail(app, email, already);
  expect(code).toMatch(/^\d{6}$/);
  expect(text).toContain('Hi Noa,');
  expect(text).toContain('It takes you to the account you already have');
  expect(text).toContain('If it wasn’t you, ignore this email: nothing happened to your account.');
});

test('support joins an account that its customer cannot open any more, and the owner is told by whom', async () => {
  const { owner, again, email } = await forgetful();
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await again.call(placeOrder, order);
  await orderWhen(app, again, orderId, 'active');
  const [own, second] = [await owner.call(viewUser, {}), await again.call(viewUser, {})];
  // By the address it is the owner's own account, not a second one.
  const wrong = await runVerb(app.app, ['customer', 'join', email, '--by', 'Dana Reyes']);
  expect(wrong).toMatchObject({ fine: false, text: expect.stringContaining(own.id) });
  const verb = ['customer', 'join', second.id, '--by', 'Dana Reyes'];
  expect(await runVerb(app.app, verb)).toMatchObject({
    fine: true,
    text: `${second.id} is closed, and what it has moves to ${own.id}. They are told by email.`,
  });
  await nextEmail(app, email, /Your two Harbor accounts are one now/);
  await app.eventually(async () => (await owner.call(viewUser, {})).lines[0]);
  expect(await leftBehind(second.id)).toEqual([]);
  expect((await again.refusal(viewUser, {})).status).toBe(401);
  const { activity } = await owner.call(listActivity, {});
  expect(activity.find((one) => one.kind === 'account_joined')).toMatchObject({
    agent: 'Dana Reyes',
  });
  expect((await runVerb(app.app, verb)).fine).toBe(false);
  // Nobody would see it there.
  const credit = ['credit', 'add', second.id, '5.00', '--reason', 'A late SIM'];
  expect(await runVerb(app.app, credit)).toMatchObject({
    fine: false,
    text: expect.stringContaining(own.id),
  });
});
