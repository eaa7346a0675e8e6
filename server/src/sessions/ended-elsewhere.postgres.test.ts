import { viewUser } from '@portside/contract/account';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { endOtherSessions } from '@portside/contract/sessions';
import { login, logout } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt, type Caller } from '../testing/caller.ts';
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

const looks = [viewUser, listLines, listTransactions] as const;

/** Asks for everything at both processes at once, many times: whatever one could remember, it does. */
async function openEverywhere(token: string | undefined): Promise<Caller[]> {
  const everywhere = [app.address, second.address].map((address) => callerAt(address, token));
  const asked = Array.from({ length: 4 }, () =>
    everywhere.flatMap((caller) => looks.map((look) => caller.call(look, {}))),
  );
  await Promise.all(asked.flat());
  return everywhere;
}

/** What each call answers at each process, all asked in the same moment. */
const statuses = (everywhere: Caller[]) =>
  Promise.all(
    everywhere.flatMap((caller) =>
      looks.map((look) =>
        caller.call(look, {}).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    ),
  );

test('a session that ended at one process opens nothing at the next call, at any process', async () => {
  for (let round = 0; round < 5; round += 1) {
    const noa = await newcomer(app);
    const everywhere = await openEverywhere(noa.token);
    expect(new Set(await statuses(everywhere))).toEqual(new Set([200]));
    await everywhere[round % 2]?.call(logout, {});
    expect(new Set(await statuses(everywhere))).toEqual(new Set([401]));
  }
});

test('sessions that are ended from elsewhere are over at the next call, and the one that ended them goes on', async () => {
  const noa = await newcomer(app);
  const { token } = await app.anyone.call(login, { email: noa.email, password: 'Anchor7!' });
  const others = await openEverywhere(token);
  const own = await openEverywhere(noa.token);
  await own[1]?.call(endOtherSessions, {});
  expect(new Set(await statuses(others))).toEqual(new Set([401]));
  expect(new Set(await statuses(own))).toEqual(new Set([200]));
});
