import { viewUser } from '@portside/contract/account';
import { viewOrder } from '@portside/contract/checkout';
import { leaveLine, takeBackLine } from '@portside/contract/household';
import { viewTexts } from '@portside/contract/texts';
import { viewLine } from '@portside/contract/line-detail';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../http/who.ts';
import { handedNumbers } from '../lines/provable-numbers.ts';
import type { Caller } from '../testing/caller.ts';
import { firstOrderOf } from '../testing/handing-over.ts';
import { given, invited, take } from '../testing/household.ts';
import { passHours } from '../testing/line-life.ts';
import { openSimLock, simWhen } from '../testing/new-sim.ts';
import { again } from '../testing/on-hold.ts';
import { proving } from '../testing/proving.ts';
import { emailWhen } from '../testing/shopping.ts';
import { withFormerMember } from '../sim-replacement/changed-since.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* What one of the two no longer has, once a line was given, taken or given back (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const db = () => app.app.db.query;
const elsewhere = async (id: string) => (await withFormerMember(db(), [id])).has(id);
const idOf = async (who: Caller) => (await who.call(viewUser, {})).id;

test('[P04] the order that opened a line shows its holder no SIM of who has it', async () => {
  const { noa, id } = await given(app);
  const order = await firstOrderOf(app, id);
  const seen = await noa.call(viewOrder, { id: order });
  expect(seen.line).toMatchObject({ id, iccid: '' });
  await noa.call(takeBackLine, { id, what: 'line' });
  expect((await noa.call(viewOrder, { id: order })).line?.iccid).not.toBe('');
});

/** As if they had agreed to texts there. */
const agreed = async (who: Caller, number: string) => {
  const id = await idOf(who);
  await sql`insert into text_consents (id, tenant_id, customer_id, number, wording, given_at)
    values (${app.app.random.id('tcs')}, 6, ${id}, ${number}, 'x', ${app.clock.now()})`.execute(
    db(),
  );
  return async () => {
    const { rows } = await sql<{ ended_by: string | null }>`
      select ended_by from text_consents where customer_id = ${id}`.execute(db());
    return rows[0]?.ended_by;
  };
};

test('[P04] texts of the holder do not go to a line that somebody has', async () => {
  const { noa, omar, line } = await invited(app);
  const endedBy = await agreed(noa, line.mdn);
  await take(omar);
  // "number" would be: for seven days it hears of security all the same.
  expect(await endedBy()).toBe('customer');
  const { number, numbers } = await noa.call(viewTexts, {});
  expect({ number, numbers: numbers.includes(line.mdn) }).toEqual({ number: null, numbers: false });
  expect((await omar.call(viewTexts, {})).numbers).toContain(line.mdn);
});

test('[P04] texts of a former member do not go to a line that was taken or given back', async () => {
  for (const back of ['taken', 'given'] as const) {
    const { noa, omar, line, id } = await given(app);
    await sql`update customers set contact_number = ${`+1${line.mdn}`}
      where id = ${await idOf(omar)}`.execute(db());
    const endedBy = await agreed(omar, line.mdn);
    expect((await omar.call(viewTexts, {})).number).toBe(line.mdn);
    if (back === 'taken') await noa.call(takeBackLine, { id, what: 'line' });
    else await omar.call(leaveLine, { id });
    expect(await endedBy()).toBe('customer');
    // Nor as the number that they typed.
    expect((await omar.call(viewTexts, {})).numbers).not.toContain(line.mdn);
    expect(await handedNumbers(db(), ownerOf(6, await idOf(omar)))).toEqual([line.mdn]);
    // The phone that has its SIM is still theirs.
    expect((await noa.call(viewTexts, {})).numbers).not.toContain(line.mdn);
  }
});

test('[P04] a SIM change that a member began does not come about once the line is not theirs', async () => {
  for (const back of ['taken', 'given'] as const) {
    const { noa, omar, id } = await given(app);
    await openSimLock(app, id);
    await proving(omar);
    await omar.call(replaceSim, { id, simType: 'esim' });
    const { iccid } = await simWhen(app, omar, id, 'announced');
    if (back === 'taken') await noa.call(takeBackLine, { id, what: 'line' });
    else await omar.call(leaveLine, { id });
    const told = await emailWhen(app, omar.email, /SIM change .* was stopped/);
    expect(told.text).toContain('went to somebody else');
    await passHours(app, 1);
    const now = await (await again(app, noa)).call(viewLine, { id });
    expect(now).toMatchObject({ iccid, sim: { state: 'stopped' } });
    // Locks that they had turned off.
    expect(now.locks).toMatchObject({ sim: { on: true }, number: { on: true } });
  }
});

test('[P04] a SIM change that the holder began does not take the line from who has it', async () => {
  const { noa, omar, id } = await invited(app);
  await openSimLock(app, id);
  await proving(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
  const { iccid } = await simWhen(app, noa, id, 'announced');
  await take(omar);
  await passHours(app, 1);
  expect(await (await again(app, omar)).call(viewLine, { id })).toMatchObject({
    iccid,
    sim: { state: 'stopped' },
  });
});

test('[P04] the phone of a former member proves nothing of the holder’s, until a new SIM', async () => {
  const { noa, omar, id, line } = await given(app);
  await omar.call(leaveLine, { id });
  expect(await elsewhere(id)).toBe(true);
  await openSimLock(app, id);
  await proving(noa);
  await noa.call(replaceSim, { id, simType: 'esim' });
  await passHours(app, 1);
  const now = await again(app, noa);
  await simWhen(app, now, id, 'done');
  expect(await elsewhere(id)).toBe(false);
  expect((await now.call(viewTexts, {})).numbers).toContain(line.mdn);
});
