import { setTimeout as sleep } from 'node:timers/promises';
import { viewUser } from '@portside/contract/account';
import { register } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import { from, newMid, behindProxy } from '../testing/networks.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: behindProxy });
});
afterAll(() => app.close());

let people = 0;
const form = (email = `again${(people += 1)}@example.com`, regPassword = 'Anchor7!') => ({
  firstName: 'Noa',
  lastName: 'Again',
  email,
  regPassword,
  confirmRegPassword: regPassword,
});

const idOf = async ({ token }: { token: string }) => (await app.with(token).call(viewUser, {})).id;

async function welcomes(email: string): Promise<number> {
  await allEmailsSent(app);
  const subjects = (await app.emails(email)).map((one) => one.subject);
  return subjects.filter((one) => /Welcome/.test(one)).length;
}

test('[A14] whoever lost the answer registers again and is in the same account, with one welcome', async () => {
  for (const mid of [undefined, await newMid(app)]) {
    const browser = from(app, '203.0.113.20', mid);
    const wish = form();
    const first = await idOf(await browser.call(register, wish));
    expect(await idOf(await browser.call(register, wish))).toBe(first);
    expect(await welcomes(wish.email)).toBe(1);
  }
});

test('[A14] both tries at once are one account', async () => {
  const browser = from(app, '203.0.113.21', await newMid(app));
  const wish = form();
  const both = await Promise.all([browser.call(register, wish), browser.call(register, wish)]);
  const ids = await Promise.all(both.map(idOf));
  expect(new Set(ids).size).toBe(1);
  expect(await welcomes(wish.email)).toBe(1);
});

test('[A14] one of two tries that comes a little later finds the same account, wherever the first one is by then', async () => {
  for (let wait = 0; wait < 20; wait += 1) {
    const browser = from(app, '203.0.113.24', await newMid(app));
    const wish = form();
    const first = browser.call(register, wish);
    await sleep(wait);
    const both = await Promise.all([first, browser.call(register, wish)]);
    const [one, other] = await Promise.all(both.map(idOf));
    expect(other).toBe(one);
  }
});

test('[A14] another browser, another password, or a later day is somebody else, as before', async () => {
  const wish = form();
  const browser = from(app, '203.0.113.22', await newMid(app));
  const first = await idOf(await browser.call(register, wish));
  const stranger: Caller = from(app, '203.0.113.23', await newMid(app));
  expect(await idOf(await stranger.call(register, wish))).not.toBe(first);
  const other = await browser.refusal(register, form(wish.email, 'Halyard6$'));
  expect(other.problem.reason).toBe('email_taken');
  app.clock.move(minutes(11));
  expect((await browser.refusal(register, wish)).problem.reason).toBe('email_taken');
});
