import { confirmEmail, viewUser } from '@portside/contract/account';
import { askLoginCode, enterLoginCode, login, logout } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../testing/bound-browser.ts';
import { callerAt } from '../testing/caller.ts';
import { nextCode } from '../testing/mailbox.ts';
import { openSecondProcess, type SecondProcess } from '../testing/second-process.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let second: SecondProcess;
beforeAll(async () => {
  app = await openTestApp();
  second = await openSecondProcess(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** One after the other at the two processes, as a balancer spreads them. */
const alternating = (turn: number) =>
  callerAt([app.address, second.address][turn % 2] ?? '', undefined);

test('password guessing: two processes count the wrong ones together', async () => {
  const { email } = await newcomer(app);
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const { status } = await alternating(turn).refusal(login, { email, password: `Wrong${turn}!` });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
  for (const turn of [0, 1]) {
    const right = await alternating(turn).refusal(login, { email, password: 'Anchor7!' });
    expect(right.status).toBe(429);
  }
});

test('password guessing: a try without a password neither counts nor takes a counted one back', async () => {
  const { email } = await newcomer(app);
  const statuses: number[] = [];
  for (let turn = 0; turn < 22; turn += 1) {
    const password = turn % 2 === 0 ? '' : `Wrong${turn}!`;
    statuses.push((await alternating(turn).refusal(login, { email, password })).status);
  }
  expect(statuses.filter((_, turn) => turn % 2 === 1)).toEqual([
    ...Array<number>(10).fill(422),
    429,
  ]);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
});

test('a success at one process forgets the wrong passwords that the other has counted', async () => {
  const owner = await newcomer(app);
  const { email } = owner;
  await owner.call(confirmEmail, { otp: await nextCode(app, email, /Confirm/) });
  for (let turn = 0; turn < 18; turn += 1) {
    const password = turn === 9 ? 'Anchor7!' : 'Wrong1!';
    if (turn === 9) await alternating(turn).call(login, { email, password });
    else expect((await alternating(turn).refusal(login, { email, password })).status).toBe(422);
  }
});

test('emails on request: two processes count them together, known address or not', async () => {
  const { email } = await newcomer(app);
  for (const address of [email, 'nobody-at-all@example.com']) {
    let sent = 0;
    for (let turn = 0; turn < 14; turn += 1) {
      await alternating(turn)
        .call(askLoginCode, { email: address })
        .then(
          () => (sent += 1),
          (error: { status: number }) => expect(error.status).toBe(429),
        );
      app.clock.move(31_000);
    }
    expect(sent).toBe(12);
  }
});

test('code guessing: five wrong ones lock a code, wherever they were entered', async () => {
  const { email } = await newcomer(app);
  await alternating(0).call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const wrong = otp === '111111' ? '222222' : '111111';
  const reasons: (string | undefined)[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const { problem } = await alternating(turn).refusal(enterLoginCode, { email, otp: wrong });
    reasons.push(problem.reason);
  }
  expect(reasons).toEqual([...Array<string>(4).fill('code_wrong'), 'code_locked']);
  const right = await alternating(1).refusal(enterLoginCode, { email, otp });
  expect(right.problem.reason).toBe('code_locked');
});

test('replay: a proof that one process has seen is worth nothing at the other', async () => {
  const browser = await openBrowser(app);
  const maya = { email: 'maya@example.com', password: 'Harbor1!' };
  const { token } = await browser.caller().call(login, maya);
  // Both are behind one name: the host of the call is the first one's.
  const dpop = await browser.proof('GET', '/app/users/view', token, {
    claims: { htu: `${app.app.config.origin}/app/users/view` },
  });
  const at = (address: string) => callerAt(address, token, () => ({ dpop }));
  expect(await at(app.address).call(viewUser, {})).toMatchObject({ email: maya.email });
  expect((await at(second.address).refusal(viewUser, {})).status).toBe(401);
});

test('token after sign-out: it is worth nothing at the other process either', async () => {
  const noa = await newcomer(app);
  const there = callerAt(second.address, noa.token);
  await there.call(viewUser, {});
  await noa.call(logout, {});
  expect((await there.refusal(viewUser, {})).status).toBe(401);
});
