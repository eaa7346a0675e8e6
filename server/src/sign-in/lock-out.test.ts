import { confirmEmail, viewUser } from '@portside/contract/account';
import { endOtherSessions } from '@portside/contract/sessions';
import {
  askLoginCode,
  enterLoginCode,
  forgotPassword,
  login,
  resetPassword,
} from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { callerAt, Failed, type Caller } from '../testing/caller.ts';
import { behindProxy, from, newMid, realLimits } from '../testing/networks.ts';
import { nextCode, nextLinkToken, readAll } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** The figures of docs/decisions/0180: what strangers can do to an address in an hour. */
const figures = {
  one: { passwords: 40, codes: 40, emails: 12 },
  thousand: { passwords: 100, codes: 100, emails: 24 },
};
const right = 'Anchor7!';
const newPasswords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: behindProxy, overrides: realLimits });
});
afterAll(() => app.close());

const networks = (count: number) =>
  Array.from({ length: count }, (_, at) => `10.${at >> 8}.${at & 255}.1`);
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Failed) return error.status;
      throw error;
    },
  );

/**
 * An hour of wrong passwords as fast as they are let; who attacks in each of its quarters. Where none
 * of forty that attack at once is let, no other one of that quarter is.
 */
async function guessPasswords(
  email: string,
  quarters: readonly (readonly Caller[])[],
): Promise<number> {
  let tried = 0;
  for (const [quarter, attackers] of quarters.entries()) {
    if (quarter > 0) app.clock.move(minutes(15));
    let waiting = [...attackers];
    while (waiting.length > 0) {
      const turn = waiting.splice(0, 40);
      const again = await Promise.all(
        turn.map(async (one) => {
          const status = await statusOf(one.call(login, { email, password: 'Wrong1!' }));
          if (status === 422) tried += 1;
          return status === 422 ? [one] : [];
        }),
      );
      const onward = again.flat();
      waiting = onward.length === 0 ? [] : [...onward, ...waiting];
    }
  }
  return tried;
}

/** Codes, asked for and guessed in one browser as fast as they are let, from one network after the other. */
async function guessCodes(email: string, places: readonly string[]) {
  const mid = await newMid(app);
  let [at, sent] = [0, 0];
  const next = () => from(app, places[(at += 1) % places.length] ?? '', mid);
  for (let half = 0; half < 60; half += 1) {
    const wantsCode = half % 2 === 1;
    const call = wantsCode ? askLoginCode : forgotPassword;
    if ((await statusOf(next().call(call, { email }))) === 200) {
      sent += 1;
      if (wantsCode) await guessFiveTimes(next, email);
    }
    app.clock.move(seconds(31));
  }
  return sent;
}

async function guessFiveTimes(next: () => Caller, email: string): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1) {
    await statusOf(next().call(enterLoginCode, { email, otp: '000000' }));
  }
}

/** As many wrong passwords as an address takes from strangers in an hour; 10.0.0.1 has made ten of them. */
async function closeToStrangers(email: string): Promise<void> {
  const guess = (network: string) =>
    statusOf(from(app, network).call(login, { email, password: 'Wrong1!' }));
  const [first = '', ...others] = networks(11);
  await Promise.all(Array.from({ length: 10 }, () => guess(first)));
  for (let round = 0; round < 10; round += 1) await Promise.all(others.map(guess));
}

/** A customer with a confirmed address. */
async function customer() {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  return noa;
}

/** One who logged in before, here; and nobody else in this network. */
async function owner() {
  const { email } = await customer();
  const mid = await newMid(app);
  const home = from(app, '198.51.100.7', mid);
  await home.call(login, { email, password: right });
  return { email, mid, home };
}

/** The figures begin with an hour in which nothing was counted. */
const afterAnHour = () => app.clock.move(minutes(61));

test('with one network: so many passwords in an hour, and the owner logs in everywhere', async () => {
  const { email, home } = await owner();
  const attacker = [from(app, '203.0.113.1')];
  const tried = await guessPasswords(email, [attacker, attacker, attacker, attacker]);
  expect(tried).toBe(figures.one.passwords);
  expect((await from(app, '203.0.113.1').refusal(login, { email, password: right })).status).toBe(
    429,
  );
  await home.call(login, { email, password: right });
  await from(app, '192.0.2.99', await newMid(app)).call(login, { email, password: right });
});

test('with a thousand networks: so many passwords in an hour, and the owner logs in where they were before', async () => {
  const { email, mid, home } = await owner();
  const { token } = await home.call(login, { email, password: right });
  const attackers = networks(1000).map((network) => from(app, network));
  // In each quarter networks that nobody has seen: they have all their tries left.
  const quarters = [0, 250, 500, 750].map((at) => attackers.slice(at, at + 250));
  expect(await guessPasswords(email, quarters)).toBe(figures.thousand.passwords);
  // In a browser that the account does not know the password has to wait.
  const elsewhere = from(app, '192.0.2.99', await newMid(app));
  expect((await elsewhere.refusal(login, { email, password: right })).status).toBe(429);
  await home.call(login, { email, password: right });
  // Its name is enough, whatever the network: a phone on its way.
  await from(app, '192.0.2.98', mid).call(login, { email, password: right });
  await app.with(token).call(viewUser, {});
  // More than a thousand calls.
}, 240_000);

test('with one network: so many codes guessed and emails sent in an hour, and the owner gets codes', async () => {
  const { email, home } = await owner();
  afterAnHour();
  const sent = await guessCodes(email, ['203.0.113.2']);
  expect(sent).toBe(figures.one.emails);
  await logInByCode(email, home);
  await logInByCode(email, from(app, '192.0.2.97', await newMid(app)));
});

test('with a thousand networks: so many emails in an hour, and the owner gets codes where they were before', async () => {
  const { email, home } = await owner();
  afterAnHour();
  const sent = await guessCodes(email, networks(1000));
  expect(sent).toBe(figures.thousand.emails);
  const elsewhere = from(app, '192.0.2.96', await newMid(app));
  expect((await elsewhere.refusal(askLoginCode, { email })).status).toBe(429);
  await logInByCode(email, home);
});

test.each([
  ['one network', ['203.0.113.3'], figures.one.codes],
  ['a thousand networks', networks(1000), figures.thousand.codes],
])('with %s so many codes are guessed in an hour', async (_, places, codes) => {
  const { email } = await owner();
  afterAnHour();
  const mid = await newMid(app);
  await statusOf(from(app, '203.0.113.200', mid).call(askLoginCode, { email }));
  let tried = 0;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    for (const network of places) {
      for (;;) {
        const call = from(app, network, mid).call(enterLoginCode, { email, otp: '000000' });
        if ((await statusOf(call)) !== 422) break;
        tried += 1;
      }
      if (tried === codes) break;
    }
    app.clock.move(minutes(15) - 1);
  }
  expect(tried).toBe(codes);
});

async function logInByCode(email: string, caller: Caller): Promise<void> {
  // The strangers' codes go to the same address.
  await readAll(app, email);
  await caller.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const wrong = otp === '111111' ? '222222' : '111111';
  // Strangers ask again and guess while the email is on its way: that is another code.
  const stranger = from(app, '203.0.113.9');
  await statusOf(stranger.call(askLoginCode, { email }));
  for (let guess = 0; guess < 6; guess += 1) {
    await statusOf(stranger.call(enterLoginCode, { email, otp: wrong }));
  }
  await caller.call(enterLoginCode, { email, otp });
}

test('emails are counted, not asks: who presses too often has asked for one', async () => {
  const { email } = await newcomer(app);
  const caller = from(app, '198.51.100.20', await newMid(app));
  let sent = 0;
  for (let ask = 0; ask < 15; ask += 1) {
    for (let press = 0; press < 3; press += 1) {
      // As fast as a finger: all but the first are within thirty seconds of it.
      if ((await statusOf(caller.call(askLoginCode, { email }))) === 200) sent += 1;
    }
    app.clock.move(seconds(31));
    if (ask === 8) expect(sent).toBe(9);
  }
  expect(sent).toBe(12);
});

test('a stranger who asks for links all the time ends none of the owner’s', async () => {
  const { email, home } = await owner();
  await home.call(forgotPassword, { email });
  const token = await nextLinkToken(app, email, /new Harbor password/);
  for (let ask = 0; ask < 5; ask += 1) {
    await from(app, '203.0.113.10').call(forgotPassword, { email });
    await nextLinkToken(app, email, /new Harbor password/);
    app.clock.move(seconds(31));
  }
  const other = await nextLinkTokenAfter(email);
  await home.call(resetPassword, { token, ...newPasswords });
  // With the new password all links that were to set one are over.
  const late = await from(app, '203.0.113.11').refusal(resetPassword, {
    token: other,
    ...newPasswords,
  });
  expect(late.problem.reason).toBe('link_expired');
});

async function nextLinkTokenAfter(email: string): Promise<string> {
  await from(app, '203.0.113.12').call(forgotPassword, { email });
  return nextLinkToken(app, email, /new Harbor password/);
}

test('a new password forgets what was counted: its owner logs in at once, with and without a name for the browser', async () => {
  for (const mid of [undefined, await newMid(app)]) {
    const { email } = await customer();
    const away = from(app, '192.0.2.50', mid);
    await away.call(forgotPassword, { email });
    const token = await nextLinkToken(app, email, /new Harbor password/);
    await closeToStrangers(email);
    expect((await away.refusal(login, { email, password: right })).status).toBe(429);
    await away.call(resetPassword, { token, ...newPasswords });
    await away.call(login, { email, password: newPasswords.newPassword });
    // Whoever has guessed before goes on waiting.
    const guesser = from(app, '10.0.0.1');
    expect((await guesser.refusal(login, { email, password: 'Wrong1!' })).status).toBe(429);
  }
});

test('a browser that was signed out from elsewhere is a stranger’s again', async () => {
  const { email, mid } = await owner();
  const office = from(app, '198.51.100.30', await newMid(app));
  const { token } = await office.call(login, { email, password: right });
  await callerAt(app.address, token).call(endOtherSessions, {});
  await closeToStrangers(email);
  const stolen = from(app, '198.51.100.7', mid);
  expect((await stolen.refusal(login, { email, password: right })).status).toBe(429);
  await office.call(login, { email, password: right });
});

test('the browser of one account is a stranger’s at another', async () => {
  const { email } = await owner();
  const { mid } = await owner();
  const insider = from(app, '203.0.113.60', mid);
  for (let guess = 0; guess < 10; guess += 1) {
    await insider.refusal(login, { email, password: 'Wrong1!' });
  }
  const elsewhere = from(app, '203.0.113.60', await newMid(app));
  expect((await elsewhere.refusal(login, { email, password: right })).status).toBe(429);
});
