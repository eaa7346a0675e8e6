import { confirmEmail } from '@portside/contract/account';
import { viewLine } from '@portside/contract/line-detail';
import { openPortOut } from '@portside/contract/port-out';
import { viewSafety } from '@portside/contract/safety';
import { endOtherSessions } from '@portside/contract/sessions';
import { register } from '@portside/contract/sign-in';
import { replaceSim } from '@portside/contract/sim-replacement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLine, lineOf, passHours } from '../testing/line-life.ts';
import { nextCode, nextEmail, readAll } from '../testing/mailbox.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { unlockNumber } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { confirming } from '../testing/caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** An owner, and a second account of the address whose line is about to be taken. */
async function twice() {
  const owner = await newcomer(app);
  const { email } = owner;
  await owner.call(confirmEmail, { otp: await nextCode(app, email, /Confirm/) });
  await readAll(app, email);
  const person = { firstName: 'Noa', lastName: 'Again', email };
  const passwords = { regPassword: 'Seagull7!', confirmRegPassword: 'Seagull7!' };
  const { token } = await app.anyone.call(register, { ...person, ...passwords });
  const second = { ...confirming(app.with(token), 'Seagull7!'), email };
  const otp = await nextCode(app, email, /already have a Harbor account/);
  const line = await addLine(app, second);
  await openSimLock(app, line.id);
  await unlockNumber(app, line.id);
  await second.call(openPortOut, { id: line.id });
  await second.call(replaceSim, { id: line.id, simType: 'esim' });
  const join = async () => app.with((await second.call(confirmEmail, { otp })).token ?? '');
  return { owner, second, line, join };
}

for (const paused of ['owner', 'second'] as const) {
  test(`[K14] [K15] [K16] where ${paused === 'owner' ? 'the account that stays' : 'the account that ends'} is paused, what was begun in either is stopped when they join`, async () => {
    const { line, join, ...accounts } = await twice();
    await accounts[paused].call(endOtherSessions, {});
    const home = await join();
    const { locks, sim, transferPin } = await home.call(viewLine, { id: line.id });
    expect(locks).toEqual({ sim: { on: true }, number: { on: true } });
    expect([sim?.state, transferPin]).toEqual(['stopped', undefined]);
    const { pause } = await home.call(viewSafety, {});
    expect(pause?.stopped).toEqual(
      expect.arrayContaining([
        { what: 'sim_replacement', number: line.mdn },
        { what: 'unlocking', number: line.mdn },
        { what: 'transfer_pin', number: line.mdn },
      ]),
    );
    await nextEmail(app, accounts.owner.email, /stay where they are until/);
    await passHours(app, 2);
    expect(await lineOf(home, line.id)).toMatchObject({ mdn: line.mdn, iccid: line.iccid });
  });
}
