import { quoteAddOn, stopAddOn } from '@portside/contract/add-ons';
import { viewLine } from '@portside/contract/line-detail';
import { endLine } from '@portside/contract/line-ending';
import { viewLineHealth } from '@portside/contract/line-health';
import { holdLine } from '@portside/contract/line-hold';
import { setLocks } from '@portside/contract/line-locks';
import { type Begin, keptBack, work, type Work } from '@portside/contract/line-work';
import { changeNumber } from '@portside/contract/number-change';
import { quotePlanChange } from '@portside/contract/plan-change';
import { openPortOut } from '@portside/contract/port-out';
import { quoteRenewal } from '@portside/contract/renewals';
import { replaceSim } from '@portside/contract/sim-replacement';
import { stepUp } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hours, later } from '../clock.ts';
import { beginWork, lockForWork } from '../lines/line-work.ts';
import { Failed } from '../testing/caller.ts';
import { lineOf, passDays, renew, withLine, type Noa } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function begin(id: string, what: Exclude<Work, 'payment' | 'port_in'>) {
  const { db } = app.app;
  if (what === 'hold') {
    const row = sql`insert into line_holds (id, tenant_id, line_id, days, day_for_each, began_at, until)
      select 'hol_busy', tenant_id, id, 30, 10, now(), now() + interval '30 days'
      from lines where id = ${id}`;
    await row.execute(db.query);
    return;
  }
  await db.transaction(async (tx) => {
    const owner = await lockForWork(tx, id);
    await beginWork(app.app, tx, { tenant: owner?.tenant ?? 0, lineId: id }, what);
  });
}

async function clear(id: string) {
  await sql`delete from line_work where line_id = ${id}`.execute(app.app.db.query);
  await sql`delete from line_holds where line_id = ${id}`.execute(app.app.db.query);
  await sql`update lines set port_in_id = null, port_in_status = null where id = ${id}`.execute(
    app.app.db.query,
  );
}

/** In this order: what needs the locks off, what turns them on, what turns them off again. */
const asks = (
  noa: Noa,
  id: string,
): [begin: Begin, isHarmless: boolean, ask: () => Promise<unknown>][] => [
  ['renewal', true, () => noa.call(quoteRenewal, { id })],
  ['add_on', true, () => noa.call(quoteAddOn, { id, addOnId: 'none' })],
  ['add_on_stop', true, () => noa.call(stopAddOn, { id, addOnId: 'none' })],
  ['plan_change', true, () => noa.call(quotePlanChange, { id, planId: 'none', when: 'now' })],
  ['ending', false, () => noa.call(endLine, { id })],
  ['sim_replacement', false, () => noa.call(replaceSim, { id, simType: 'esim' })],
  ['number_change', false, () => noa.call(changeNumber, { id, zipCode: '10038' })],
  ['transfer_pin', false, () => noa.call(openPortOut, { id })],
  ['hold', false, () => noa.call(holdLine, { id, days: 30, costDays: 99 })],
  ['sim_lock', true, () => noa.call(setLocks, { id, sim: true })],
  ['number_lock', true, () => noa.call(setLocks, { id, number: true })],
  ['sim_unlock', true, () => noa.call(setLocks, { id, sim: false })],
  ['number_unlock', true, () => noa.call(setLocks, { id, number: false })],
];

const answerOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Failed) return error.problem;
      throw error;
    },
  );

test('[K02] [K14] [K15] [K16] [K17] [K18] what may begin while what is under way is as the table says, with its sentence', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 22);
  await noa.call(stepUp, { password: 'Anchor7!' });
  const wrong: unknown[] = [];
  for (const one of work.options) {
    if (one === 'payment') continue;
    const offAt = later(app.clock.now(), -hours(1));
    await sql`insert into line_locks (line_id, tenant_id, sim_off_at, number_off_at)
      values (${id}, 6, ${offAt}, ${offAt}) on conflict (line_id)
      do update set sim_off_at = ${offAt}, number_off_at = ${offAt}`.execute(app.app.db.query);
    if (one === 'port_in') {
      await sql`update lines set port_in_id = 'prt_none', port_in_status = 'pending'
        where id = ${id}`.execute(app.app.db.query);
    } else await begin(id, one);
    expect((await lineOf(noa, id)).underWay).toEqual([one]);
    expect((await noa.call(viewLine, { id })).underWay).toEqual([one]);
    for (const [what, isHarmless, ask] of asks(noa, id)) {
      const why = keptBack(what, [one]);
      if (!why && !isHarmless) continue;
      const problem = await answerOf(ask());
      const isBusy = problem?.reason === 'busy';
      const said = isBusy && { with: problem.with, message: problem.message };
      const right = why ? { with: one, message: why.sentence } : false;
      if (JSON.stringify(said) !== JSON.stringify(right)) wrong.push([what, one, said, right]);
    }
    await clear(id);
  }
  expect(wrong).toEqual([]);
  expect(await lineOf(noa, id)).not.toHaveProperty('underWay');
});

test('[K02] [K16] a line whose number leaves can be paid, before and after it runs out; the check says both', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  await begin(id, 'port_out');
  expect((await lineOf(noa, id)).nextAction).toBe('renew');
  await passDays(app, 6);
  const paused = await noa.call(viewLine, { id });
  expect(paused).toMatchObject({ statusReason: 'unpaid', nextAction: 'renew' });
  const { findings } = await noa.call(viewLineHealth, { id });
  expect(findings.find(({ code }) => code === 'payment')).toMatchObject({ action: 'renew' });
  expect((await renew(app, noa, id)).status).toBe('paid');
  await app.eventually(async () => (await lineOf(noa, id)).status === 'active' || undefined);
});

test('[K08] [K20] "Pay" is not offered while a plan is being changed, and the check says why', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 31);
  await begin(id, 'plan_change');
  expect(await lineOf(noa, id)).not.toHaveProperty('nextAction');
  expect(await noa.call(viewLine, { id })).not.toHaveProperty('nextAction');
  const { findings } = await noa.call(viewLineHealth, { id });
  const payment = findings.find(({ code }) => code === 'payment');
  expect(payment).toMatchObject({ action: 'wait', ok: false });
  expect(payment?.message).toMatch(/^This line is changing its plan right now/);
});
