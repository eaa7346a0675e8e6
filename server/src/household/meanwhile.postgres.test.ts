import { takeBackLine } from '@portside/contract/household';
import { blockLine } from '@portside/contract/line-block';
import { viewLine } from '@portside/contract/line-detail';
import { quotePlanChange, changePlan } from '@portside/contract/plan-change';
import { viewEsim } from '@portside/contract/sim';
import { replaceSim } from '@portside/contract/sim-replacement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockForWork } from '../lines/line-work.ts';
import type { Caller } from '../testing/caller.ts';
import { given, invited, take } from '../testing/household.ts';
import { openSimLock } from '../testing/new-sim.ts';
import { proving } from '../testing/proving.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/* A call that is on its way while its line is given, or taken back (P04). */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** The call has begun, and waits for the line, which the other one holds. */
async function during(id: string, change: ReturnType<typeof sql>, act: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined;
  await app.app.db.transaction(async (tx) => {
    await lockForWork(tx, id);
    await change.execute(tx);
    done = act();
    done.catch(() => {});
    await app.eventually(async () => {
      const { rows } = await sql`
        select from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length > 0 || undefined;
    });
  });
  return done;
}

const takenBack = (id: string) => sql`update line_members set state = 'taken_back',
  ended_at = ${app.clock.now()} where line_id = ${id} and ended_at is null`;

test('[P04] what a member asked is not done once the line is taken back', async () => {
  const { noa, omar, id } = await given(app, 'manager');
  await openSimLock(app, id);
  await proving(omar);
  const { quoteId } = await omar.call(quotePlanChange, { id, planId: 'skiff-2', when: 'renewal' });
  const calls: ((who: Caller) => Promise<{ status: number }>)[] = [
    (who) => who.refusal(replaceSim, { id, simType: 'esim' }),
    (who) => who.refusal(blockLine, { id, reason: 'other' }),
    (who) => who.refusal(changePlan, { id, quoteId }),
  ];
  for (const call of calls) {
    const answer = (await during(id, takenBack(id), () => call(omar))) as { status: number };
    expect(answer.status).toBe(404);
    await sql`update line_members set state = 'accepted', ended_at = null
      where line_id = ${id}`.execute(app.app.db.query);
  }
  await noa.call(takeBackLine, { id, what: 'line' });
  const line = await noa.call(viewLine, { id });
  expect({ why: line.statusReason, sim: line.sim, plan: line.nextPlan }).toEqual({});
});

test('[P04] a manager who is made a user meanwhile changes no plan', async () => {
  const { omar, id } = await given(app, 'manager');
  const { quoteId } = await omar.call(quotePlanChange, { id, planId: 'skiff-2', when: 'renewal' });
  const asUser = sql`update line_members set role = 'user' where line_id = ${id}`;
  const answer = await during(id, asUser, () => omar.refusal(changePlan, { id, quoteId }));
  expect(answer).toMatchObject({ problem: { reason: 'holder_only' } });
});

test('[P04] the code of the eSIM is told to nobody who has lost the line meanwhile', async () => {
  const { carrier } = app.adapters;
  const asked = carrier.viewEsim.bind(carrier);
  const meanwhile = (act: () => Promise<unknown>) => {
    carrier.viewEsim = async (iccid) => {
      const profile = await asked(iccid);
      await act();
      return profile;
    };
  };
  try {
    const { noa, omar, id } = await given(app);
    await proving(omar);
    meanwhile(() => noa.call(takeBackLine, { id, what: 'line' }));
    expect((await omar.refusal(viewEsim, { id })).status).toBe(404);
    const next = await invited(app);
    await proving(next.noa);
    meanwhile(() => take(next.omar));
    const { problem } = await next.noa.refusal(viewEsim, { id: next.id });
    expect(problem.reason).toBe('member_only');
  } finally {
    carrier.viewEsim = asked;
  }
});
