import { viewUser } from '@portside/contract/account';
import { acceptInvitation, changeRole, giveLine, leaveLine } from '@portside/contract/household';
import { denyReplacement, replaceSim, viewReplacement } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../http/who.ts';
import { beginPause } from '../safety/pauses.ts';
import type { Caller } from '../testing/caller.ts';
import { withFreeLine } from '../testing/handing-over.ts';
import { given, invited } from '../testing/household.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { proving } from '../testing/proving.ts';
import { keep } from '../testing/separating.ts';
import { emailWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* When a line is given to nobody, and nobody gets more of it (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function paused(who: Caller) {
  const { id } = await who.call(viewUser, {});
  await app.app.db.transaction((tx) => beginPause(app.app, tx, ownerOf(6, id), 'password'));
}

const toManager = async (noa: Caller, id: string) => {
  await proving(noa);
  return (await noa.refusal(changeRole, { id, role: 'manager' })).problem.reason;
};

test('[P04] while the account of the holder is paused nobody is invited, or gets more of a line', async () => {
  const { noa, line } = await withFreeLine(app);
  await paused(noa);
  await proving(noa);
  const asked = { id: line.id, email: 'thief@example.com', role: 'manager' } as const;
  expect((await noa.refusal(giveLine, asked)).problem.reason).toBe('moves_paused');
  const other = await given(app);
  await paused(other.noa);
  expect(await toManager(other.noa, other.id)).toBe('moves_paused');
  // Less is possible at any time.
  await proving(other.noa);
  await other.noa.call(changeRole, { id: other.id, role: 'user' });
});

test('[P04] while the account of the invited is paused they take no line', async () => {
  const { omar, invitation } = await invited(app);
  await paused(omar);
  const { problem } = await omar.refusal(acceptInvitation, { id: invitation });
  expect(problem.reason).toBe('moves_paused');
});

test('[P04] a line that is kept is taken by nobody, and its member gets no more of it', async () => {
  const { omar, id, invitation } = await invited(app);
  await keep(app, id);
  const { problem } = await omar.refusal(acceptInvitation, { id: invitation });
  expect(problem.reason).toBe('not_now');
  const other = await given(app);
  await keep(app, other.id);
  expect(await toManager(other.noa, other.id)).toBe('busy');
});

test('[P04] where the brand gives no lines any more, nobody gets more of one', async () => {
  const { noa, id } = await given(app);
  const lines = app.app.brands.byTenant(6).lines as { household: boolean };
  lines.household = false;
  try {
    expect(await toManager(noa, id)).toBe('not_offered');
  } finally {
    lines.household = true;
  }
});

test('[P04] “This wasn’t me” of who has a line works as long as they have it', async () => {
  const { noa, omar, id } = await given(app);
  await openSimLock(app, id);
  await proving(omar);
  await omar.call(replaceSim, { id, simType: 'esim' });
  const link = async (to: string) => {
    const { link: href = '' } = await emailWhen(app, to, /new SIM on/);
    return new URL(href).searchParams.get('token') ?? '';
  };
  const [own, holders] = [await link(omar.email), await link(noa.email)];
  expect(own).not.toBe(holders);
  expect((await app.anyone.call(viewReplacement, { token: own })).does).toBe('stop');
  await omar.call(leaveLine, { id });
  for (const call of [viewReplacement, denyReplacement]) {
    expect((await app.anyone.refusal(call, { token: own })).problem.reason).toBe('link_expired');
  }
  const { rows } = await sql`select from safety_pauses where customer_id =
    (select customer_id from lines where id = ${id})`.execute(app.app.db.query);
  expect(rows).toEqual([]);
  // Who holds it, still holds it.
  expect((await app.anyone.call(viewReplacement, { token: holders })).does).toBe('log_out');
});
