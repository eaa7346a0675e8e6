import { viewUser } from '@portside/contract/account';
import { leaveLine } from '@portside/contract/household';
import { viewLine } from '@portside/contract/line-detail';
import { listActivity } from '@portside/contract/sessions';
import {
  denyReplacement,
  replaceSim,
  stopReplacement,
  viewReplacement,
} from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { given, type Household } from '../testing/household.ts';
import { passHours } from '../testing/line-life.ts';
import { nextLinkToken, readAll } from '../testing/mailbox.ts';
import { openSimLock, simWhen } from '../testing/new-sim.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* "This wasn't me" of a SIM change on a line that somebody was given (P04, K14). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** @returns the links of both */
async function changed({ noa, omar, id }: Household) {
  await readAll(app, noa.email);
  await readAll(app, omar.email);
  await openSimLock(app, id);
  await proving(omar);
  await omar.call(replaceSim, { id, simType: 'esim' });
  const link = (to: string) => nextLinkToken(app, to, /new SIM on/);
  return { own: await link(omar.email), holders: await link(noa.email) };
}

async function pauseOf({ email }: { email: string }) {
  const { rows } = await sql<{ until: Date }>`select until from safety_pauses
    where customer_id = (select id from customers where email = ${email})`.execute(
    app.app.db.query,
  );
  return rows[0]?.until;
}

const isOut = async (who: Caller) => {
  try {
    await who.call(viewUser, {});
    return false;
  } catch {
    return true;
  }
};

test('[P04] [K14] whoever presses it, the account that began the change is logged out and paused, and not the other', async () => {
  for (const presses of ['own', 'holders'] as const) {
    const home = await given(app);
    const { noa, omar, id } = home;
    const links = await changed(home);
    const token = links[presses];
    expect(await app.anyone.call(viewReplacement, { token })).toMatchObject({ isShared: true });
    const said = await app.anyone.call(denyReplacement, { token });
    expect(said).toMatchObject({
      isShared: true,
      message: 'The SIM change is stopped, and whoever asked for it is logged out.',
    });
    expect([await isOut(noa), await isOut(omar)]).toEqual([false, true]);
    expect(await pauseOf(noa)).toBeUndefined();
    expect(await pauseOf(omar)).toBeDefined();
    for (const one of [noa, omar]) {
      const { text } = await emailWhen(app, one.email, /was stopped$/);
      expect(text).toContain('Whoever asked for it is logged out.');
      expect(text).not.toMatch(/every browser/i);
    }
    const now = await (await again(app, omar)).call(viewLine, { id });
    expect(now).toMatchObject({ sim: { state: 'stopped' }, locks: { sim: { on: true } } });
    const kinds = (await noa.call(listActivity, {})).activity.map(({ kind }) => kind);
    expect(kinds).not.toContain('sim_change_denied');
  }
});

test('[P04] [K14] the links of changes from before the pause log nobody out again', async () => {
  const home = await given(app);
  const { omar, id } = home;
  const first = await changed(home);
  await omar.call(stopReplacement, { id });
  await passHours(app, 1);
  const omarNow = await again(app, omar);
  const second = await changed({ ...home, omar: omarNow });
  await app.anyone.call(denyReplacement, { token: second.holders });
  const until = await pauseOf(omar);
  const back = await again(app, omar);
  await passHours(app, 1);
  await app.anyone.call(denyReplacement, { token: first.holders });
  expect(await pauseOf(omar)).toEqual(until);
  expect(await isOut(back)).toBe(false);
});

test('[P04] [K15] while the account of who has the line is paused no SIM change of theirs begins', async () => {
  const home = await given(app);
  const { omar, id } = home;
  await changed(home);
  // As while somebody else holds the line, and nothing is stopped yet.
  await sql`insert into safety_pauses (customer_id, tenant_id, began_at, until, why)
    select id, tenant_id, now(), now() + interval '9 days', 'password' from customers
    where email = ${omar.email}`.execute(app.app.db.query);
  await passHours(app, 1);
  await simWhen(app, await again(app, omar), id, 'stopped');
});

test('[P04] [K14] once the line was given back, the link of its holder is about their account again', async () => {
  const home = await given(app);
  const { noa, omar, id } = home;
  const { holders } = await changed(home);
  await omar.call(leaveLine, { id });
  const said = await app.anyone.call(denyReplacement, { token: holders });
  expect(said.isShared).toBeUndefined();
  expect([await isOut(noa), await isOut(omar)]).toEqual([true, false]);
});
