import {
  changePassword,
  askLoginCode,
  createCrmTicket,
  crmLogin,
  enterLoginCode,
  forgotPassword,
  login,
  resetPassword,
  stepUp,
} from '@portside/contract/sign-in';
import { confirmEmail, viewUser } from '@portside/contract/account';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seconds } from '../clock.ts';
import type { Failed } from '../testing/caller.ts';
import { nextCode, nextLinkToken } from '../testing/mailbox.ts';
import { newcomer } from '../testing/shopping.ts';
import { signInCost } from '../app.ts';
import { openTestApp, testCost, type TestApp } from '../testing/test-app.ts';

const newPasswords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** What is answered, and how fast, asked for a known and an unknown address side by side. */
async function compare(
  known: readonly string[],
  call: (email: string) => Promise<unknown>,
  rounds: number,
) {
  const kinds = { known: [] as number[], unknown: [] as number[] };
  const answers = { known: [] as unknown[], unknown: [] as unknown[] };
  for (let round = 0; round < rounds; round += 1) {
    // Of two pairs at once the hashes are done within the least time of an answer.
    for (const some of [known.slice(0, 2), known.slice(2)]) {
      await Promise.all(
        some.flatMap((email, at) => {
          const pair = [
            ['known', email],
            ['unknown', `stranger-${email}`],
          ] as const;
          // Each is the first of the two as often as the other.
          const inTurn = (round + at) % 2 === 0 ? pair : pair.toReversed();
          return inTurn.map(async ([kind, address]) => {
            const began = performance.now();
            const answer = await call(address);
            kinds[kind].push(performance.now() - began);
            answers[kind].push(answer);
          });
        }),
      );
    }
    app.clock.move(seconds(31));
  }
  return { answers, known: median(kinds.known), unknown: median(kinds.unknown) };
}

describe('at the product’s own cost', () => {
  beforeAll(() => {
    Object.assign(app.app, { signInCost });
  });
  afterAll(() => {
    Object.assign(app.app, { signInCost: testCost });
  });

  test('enumeration: login, code and reset answer alike for known and unknown addresses, in like time', async () => {
    // The passwords of the demo's people were made at another cost.
    const people = await Promise.all(Array.from({ length: 4 }, () => newcomer(app)));
    for (const one of people) {
      await one.call(confirmEmail, { otp: await nextCode(app, one.email, /Confirm/) });
    }
    const known = people.map(({ email }) => email);
    const refusal = async (refused: Promise<Failed>) => {
      const { status, problem } = await refused;
      return { status, ...problem, requestId: '' };
    };
    const calls: { rounds: number; call: (email: string) => Promise<unknown> }[] = [
      {
        rounds: 4,
        call: (email) => refusal(app.anyone.refusal(login, { email, password: 'Wrong1!' })),
      },
      { rounds: 2, call: (email) => app.anyone.call(askLoginCode, { email }) },
      { rounds: 2, call: (email) => app.anyone.call(forgotPassword, { email }) },
      {
        rounds: 4,
        call: (email) => refusal(app.anyone.refusal(enterLoginCode, { email, otp: '000000' })),
      },
    ];
    for (const { rounds, call } of calls) {
      const { answers, ...times } = await compare(known, call, rounds);
      expect(answers.known).toEqual(answers.unknown);
      // Without the same work for both, a login differs by the 35 ms of a hash, five times over.
      const [less = 0, more] = [times.known, times.unknown].toSorted((a, b) => a - b);
      expect(more, JSON.stringify(times)).toBeLessThan(less * 1.6 + 15);
    }
  });
});

test('code guessing: the fifth wrong code locks it, the right one included, at once or one by one', async () => {
  const { email } = await newcomer(app);
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const wrong = otp === '111111' ? '222222' : '111111';
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => app.anyone.refusal(enterLoginCode, { email, otp: wrong })),
  );
  const reasons = tries.map((one) => one.problem.reason ?? '');
  expect(reasons.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'code_locked',
    'code_locked',
    'code_wrong',
    'code_wrong',
    'code_wrong',
    'code_wrong',
  ]);
  const right = await app.anyone.refusal(enterLoginCode, { email, otp });
  expect(right.problem.reason).toBe('code_locked');
});

test('password guessing: after ten wrong ones even the right one must wait, for this address only', async () => {
  const victim = await newcomer(app);
  const other = await newcomer(app);
  for (let i = 0; i < 10; i += 1) {
    const input = { email: victim.email, password: `Wrong${i}!` };
    expect((await app.anyone.refusal(login, input)).status).toBe(422);
  }
  const right = { email: victim.email, password: 'Anchor7!' };
  const blocked = await app.anyone.refusal(login, right);
  expect(blocked.status).toBe(429);
  expect(blocked.problem.retryAfter).toBeGreaterThan(60);
  await app.as(other.email, 'Anchor7!');
  // Whoever is signed in stays so, and the way by a code is open.
  await victim.call(viewUser, {});
  await app.anyone.call(askLoginCode, { email: victim.email });
});

test('a success forgets the wrong passwords before it', async () => {
  const noa = await newcomer(app);
  await noa.call(confirmEmail, { otp: await nextCode(app, noa.email, /Confirm/) });
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 8; i += 1) {
      await app.anyone.refusal(login, { email: noa.email, password: 'Wrong1!' });
    }
    await app.as(noa.email, 'Anchor7!');
  }
});

test('guessing the current password in an open session is limited too', async () => {
  const noa = await newcomer(app);
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    const input = { currentPassword: 'Wrong1!', ...newPasswords };
    statuses.push((await noa.refusal(changePassword, input)).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
});

test('replay: the same code, link or ticket opens once, also when it comes twice at the same moment', async () => {
  const { email } = await newcomer(app);
  const atOnce = async (status: () => Promise<number>) =>
    (await Promise.all([status(), status(), status()])).toSorted((a, b) => a - b);
  const statusOf = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const codes = await atOnce(() => statusOf(app.anyone.call(enterLoginCode, { email, otp })));
  expect(codes).toEqual([200, 422, 422]);
  await app.anyone.call(forgotPassword, { email });
  const token = await nextLinkToken(app, email, /new Harbor password/);
  const links = await atOnce(() =>
    statusOf(app.anyone.call(resetPassword, { token, ...newPasswords })),
  );
  expect(links).toEqual([200, 422, 422]);
  const { url } = await app.anyone.call(createCrmTicket, {
    crmSecret: 'harbor-demo-crm-secret',
    email,
    agent: 'Dana',
    reason: 'test',
  });
  const ticket = new URL(url).searchParams.get('ticket') ?? '';
  const tickets = await atOnce(() => statusOf(app.anyone.call(crmLogin, { ticket })));
  expect(tickets).toEqual([200, 422, 422]);
});

test('a link that went to an address ends with that address, and with the password it was to replace', async () => {
  const noa = await newcomer(app);
  await app.anyone.call(forgotPassword, { email: noa.email });
  const token = await nextLinkToken(app, noa.email, /new Harbor password/);
  await noa.call(changePassword, { currentPassword: 'Anchor7!', ...newPasswords });
  const { problem } = await app.anyone.refusal(resetPassword, { token, ...newPasswords });
  expect(problem.reason).toBe('link_expired');
});

test('a flood of made-up reset links costs no hashes: everybody else can log in', async () => {
  const { email } = await newcomer(app);
  const flood = Array.from({ length: 400 }, (_, at) =>
    app.anyone.refusal(resetPassword, { token: `made-up-${at}`, ...newPasswords }),
  );
  const logins = Array.from({ length: 10 }, () => app.as(email, 'Anchor7!'));
  await Promise.all(logins);
  const reasons = new Set((await Promise.all(flood)).map((one) => one.problem.reason));
  expect(reasons).toEqual(new Set(['link_expired']));
});

test('password guessing: a code that is asked for in between gives a session no new tries', async () => {
  const noa = await newcomer(app);
  for (let at = 0; at < 9; at += 1) {
    const { problem } = await noa.refusal(stepUp, { password: `Wrong${at}!` });
    expect(problem.reason).toBe('wrong_password');
  }
  await noa.call(stepUp, {});
  expect((await noa.refusal(stepUp, { password: 'Wrong9!' })).problem.code).toBe('too_often');
});

test('who guesses at an address with the token of another account is counted at that address', async () => {
  const [victim, attacker] = [await newcomer(app), await newcomer(app)];
  const guess = { email: victim.email, password: 'Wrong1!' };
  for (let i = 0; i < 10; i += 1) expect((await attacker.refusal(login, guess)).status).toBe(422);
  expect((await attacker.refusal(login, guess)).status).toBe(429);
  expect((await app.anyone.refusal(login, guess)).status).toBe(429);
  await app.as(attacker.email, 'Anchor7!');
});
