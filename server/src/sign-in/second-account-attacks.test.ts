import { changeEmail, confirmEmail, editUser, viewUser } from '@portside/contract/account';
import { denyChange, login, register, resetPassword } from '@portside/contract/sign-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { days, minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { callerAt, Failed } from '../testing/caller.ts';
import { behindProxy, from, newMid, realLimits } from '../testing/networks.ts';
import { nextCode, nextLinkToken, readAll } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { signInCost } from '../app.ts';
import { openTestApp, testCost, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: behindProxy, overrides: realLimits });
});
afterAll(() => app.close());

const own = 'Anchor7!';
const strangers = 'Seagull7!';
const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };
const form = (email: string, password = strangers, firstName = 'Some') => ({
  firstName,
  lastName: 'Body',
  email,
  regPassword: password,
  confirmRegPassword: password,
});

/** A customer with a confirmed address. */
async function owner() {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  await readAll(app, noa.email);
  return noa;
}

let unused = 0;
const nobodys = () => `beside${(unused += 1)}@example.com`;
let networks = 0;
const elsewhere = () => from(app, `203.0.${(networks += 1) >> 8}.${networks & 255}`);

describe('at the product’s own cost', () => {
  beforeAll(() => {
    Object.assign(app.app, { signInCost });
  });
  afterAll(() => {
    Object.assign(app.app, { signInCost: testCost });
  });

  test('a wrong password takes as long where nobody has confirmed the address, and where nobody has it', async () => {
    const unconfirmed = nobodys();
    await elsewhere().call(register, form(unconfirmed));
    const { email: confirmed } = await owner();
    const secondOwner = (await owner()).email;
    await elsewhere().call(register, form(secondOwner));
    const fastest = async (email: string) => {
      const times: number[] = [];
      for (let i = 0; i < 3; i += 1) {
        const began = performance.now();
        await elsewhere().refusal(login, { email, password: 'Wrong1!' });
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    // The floor of all of them; what is above it is the machine's.
    const all = [nobodys(), confirmed, unconfirmed, secondOwner];
    for (const time of await Promise.all(all.map(fastest))) expect(time).toBeGreaterThan(240);
  });
});

test('a password that is not taken is no registration: the next one is', async () => {
  const email = nobodys();
  for (let i = 0; i < 4; i += 1) {
    const no = await elsewhere().refusal(register, form(email, 'Password1!'));
    expect(no.problem.reason).toBe('password_leaked');
  }
  await elsewhere().call(register, form(email));
});

test('whoever has to wait reads for how long, in their language', async () => {
  const email = nobodys();
  for (let i = 0; i < 3; i += 1) await elsewhere().call(register, form(email));
  const day = await elsewhere().refusal(register, form(email));
  expect(day.problem.message).toBe('Too many tries. Please try again in 24 hours.');
  const here = elsewhere();
  for (let i = 0; i < 10; i += 1) await here.refusal(login, { email, password: 'Wrong1!' });
  const quarter = await here.refusal(login, { email, password: 'Wrong1!' });
  expect(quarter.problem.message).toBe('Too many tries. Please try again in 15 minutes.');
  const inSpanish = callerAt(app.address, undefined, () => ({ 'accept-language': 'es-US' }));
  const again = await inSpanish.refusal(register, form(email));
  expect(again.problem.message).toBe('Demasiados intentos. Inténtelo de nuevo en 24 horas.');
});

test('a second account does not allow more guesses at the owner’s password by logging into it in between', async () => {
  const { email } = await owner();
  const stranger = from(app, '198.51.100.9');
  await stranger.call(register, form(email));
  let tried = 0;
  const guess = async (password: string) => {
    try {
      await stranger.call(login, { email, password });
    } catch (error) {
      if (!(error instanceof Failed) || error.status !== 422) return;
      tried += 1;
    }
  };
  for (let quarter = 0; quarter < 4; quarter += 1) {
    if (quarter > 0) app.clock.move(minutes(15));
    for (let round = 0; round < 4; round += 1) {
      for (let i = 0; i < 9; i += 1) await guess('Wrong1!');
      await guess(strangers);
    }
  }
  // As many as without one (docs/decisions/0180).
  expect(tried).toBe(40);
});

test('whatever passwords second accounts have, a stranger cannot tell from which of them open whether there is an owner', async () => {
  const seen = async (email: string) => {
    app.clock.move(days(1));
    const registered: string[] = [];
    for (let day = 0; day < 4; day += 1) {
      for (let i = 0; i < 3; i += 1) {
        // The same password twice a day.
        const password = `Seagull${day}${i >> 1}!`;
        await elsewhere().call(register, form(email, password, `${'ABCD'[day]}${'xyz'[i]}`));
        registered.push(password);
        app.clock.move(minutes(1));
      }
      app.clock.move(days(1));
    }
    const opened: string[] = [];
    for (const password of new Set(registered)) {
      const way = await elsewhere()
        .call(login, { email, password })
        .catch((error: unknown) => error);
      if (way instanceof Error) opened.push('none');
      else {
        const { token } = way as { token: string };
        opened.push((await app.with(token).call(viewUser, {})).firstName);
      }
    }
    return opened;
  };
  const { email } = await owner();
  const existing = await seen(email);
  expect(existing).toEqual(await seen(nobodys()));
  expect(existing.filter((name) => name !== 'none').length).toBeGreaterThan(3);
});

test('support sees every account of an address, however many strangers have opened', async () => {
  const { email } = await owner();
  const ids: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const { token } = await elsewhere().call(register, form(email));
    ids.push((await app.with(token).call(viewUser, {})).id);
    app.clock.move(days(1));
  }
  const { text } = await runVerb(app.app, ['customer', 'show', email]);
  expect(ids.filter((id) => !text.includes(id))).toEqual([]);
});

test('a thief who changed the address, and registered with the old one, does not keep the owner from taking it back', async () => {
  const noa = await owner();
  const thiefs = `thief.${noa.email}`;
  await noa.call(editUser, { email: thiefs });
  await noa.call(changeEmail, {
    newEmail: thiefs,
    otp: await nextCode(app, thiefs, /new email/),
  });
  await elsewhere().call(register, form(noa.email));
  const token = await nextLinkToken(app, noa.email, /email address was changed/);
  const { resetToken } = await elsewhere().call(denyChange, { token });
  await elsewhere().call(resetPassword, { token: resetToken ?? '', ...passwords });
  const { token: back } = await elsewhere().call(login, {
    email: noa.email,
    password: passwords.newPassword,
  });
  const { id } = await app.with(back).call(viewUser, {});
  const again = await from(app, '198.51.100.77', await newMid(app)).refusal(login, {
    email: thiefs,
    password: passwords.newPassword,
  });
  expect(again.problem.reason).toBe('wrong_login');
  const { text } = await runVerb(app.app, ['customer', 'show', noa.email]);
  expect(text).toContain(`id ${id}`);
});

test('a stranger who registered with an address keeps nobody from moving their account to it', async () => {
  const noa = await owner();
  const newEmail = nobodys();
  const squatter = app.with((await elsewhere().call(register, form(newEmail))).token);
  await noa.call(editUser, { email: newEmail });
  const otp = await nextCode(app, newEmail, /new email/);
  await noa.call(changeEmail, { newEmail, otp });
  expect(await noa.call(viewUser, {})).toMatchObject({ email: newEmail, emailVerified: true });
  expect(await squatter.call(viewUser, {})).toMatchObject({ emailVerified: false });
  const { token } = await elsewhere().call(login, { email: newEmail, password: own });
  expect((await app.with(token).call(viewUser, {})).id).toBe((await noa.call(viewUser, {})).id);
});

test('of two accounts that move to one address at the same moment, one has it, whoever only registered with it', async () => {
  const newEmail = nobodys();
  await elsewhere().call(register, form(newEmail));
  await readAll(app, newEmail);
  const both = [];
  for (const noa of [await owner(), await owner()]) {
    await noa.call(editUser, { email: newEmail });
    both.push({ noa, otp: await nextCode(app, newEmail, /new email/) });
  }
  await Promise.allSettled(both.map(({ noa, otp }) => noa.call(changeEmail, { newEmail, otp })));
  const views = await Promise.all(both.map(({ noa }) => noa.call(viewUser, {})));
  const moved = views.filter((one) => one.email === newEmail);
  expect(moved).toHaveLength(1);
  const { token } = await elsewhere().call(login, { email: newEmail, password: own });
  expect((await app.with(token).call(viewUser, {})).id).toBe(moved[0]?.id);
});
