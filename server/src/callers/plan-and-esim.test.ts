import { viewUser } from '@portside/contract/account';
import {
  changePlanForCustomer,
  quotePlanForCustomer,
  sendEsimForCustomer,
  undoPlanForCustomer,
} from '@portside/contract/console/line-actions';
import { viewCustomer } from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { quotePlanChange } from '@portside/contract/plan-change';
import { listActivity } from '@portside/contract/sessions';
import { viewEsim } from '@portside/contract/sim';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { withLine, type Noa } from '../testing/line-life.ts';
import { nextEmail, readAll } from '../testing/mailbox.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
beforeAll(async () => {
  app = await openTestApp();
  agent = await app.staff('agent');
});
afterAll(() => app.close());

const reason = 'They called';

async function verified(): Promise<{ noa: Noa; id: string }> {
  const { noa, line } = await withLine(app);
  const { id } = await noa.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  await readAll(app, noa.email);
  return { noa, id: line.id };
}

const whoDid = async (noa: Noa, kind: string) =>
  (await noa.call(listActivity, {})).activity.find((one) => one.kind === kind)?.agent;

test('[L09] nothing of it before the customer is verified', async () => {
  const { line } = await withLine(app);
  const { id } = line;
  const calls = [
    [sendEsimForCustomer, { id, reason }],
    [quotePlanForCustomer, { id, planId: 'skiff-2' }],
    [changePlanForCustomer, { id, reason, quoteId: 'quo_1' }],
    [undoPlanForCustomer, { id, reason }],
  ] as const;
  for (const [call, input] of calls) {
    expect((await agent.refusal(call, input)).problem.code).toBe('not_verified');
  }
});

test('[L09] a plan is noted for the next payment as it was read out: nothing is charged, email and activity tell it', async () => {
  const { noa, id } = await verified();
  const charged = async () => (await noa.call(listTransactions, {})).transactions.length;
  const before = await charged();
  const { quoteId, on, total } = await agent.call(quotePlanForCustomer, { id, planId: 'skiff-2' });
  const { paidUntil } = await noa.call(viewLine, { id });
  expect(on).toBe(paidUntil);
  expect(total).toBeGreaterThan(12);
  await agent.call(changePlanForCustomer, { id, quoteId, reason });
  // Once more is the same.
  await agent.call(changePlanForCustomer, { id, quoteId, reason });
  expect((await noa.call(viewLine, { id })).nextPlan).toMatchObject({ id: 'skiff-2', paid: false });
  await nextEmail(app, noa.email, /with the next payment/);
  const { id: customer } = await noa.call(viewUser, {});
  const noted = async () => (await agent.call(viewCustomer, { id: customer })).lines[0]?.nextPlan;
  expect(await noted()).toBeTruthy();
  expect(await whoDid(noa, 'plan_noted')).toBe('Aya Tanaka');
  expect(await charged()).toBe(before);
  await agent.call(undoPlanForCustomer, { id, reason });
  expect((await noa.call(viewLine, { id })).nextPlan).toBeUndefined();
  expect(await noted()).toBeUndefined();
  expect(await whoDid(noa, 'plan_taken_back')).toBe('Aya Tanaka');
});

test('[L09] a price that would charge the customer’s card now is not for staff, nor one of another line', async () => {
  const { noa, id } = await verified();
  const now = await noa.call(quotePlanChange, { id, planId: 'skiff-2', when: 'now' });
  const other = await verified();
  const theirs = await agent.call(quotePlanForCustomer, { id: other.id, planId: 'skiff-2' });
  for (const { quoteId } of [now, theirs]) {
    const { problem } = await agent.refusal(changePlanForCustomer, { id, quoteId, reason });
    expect(problem.reason).toBe('quote_expired');
  }
  const same = await agent.refusal(quotePlanForCustomer, {
    id,
    planId: (await noa.call(viewLine, { id })).plan.id,
  });
  expect(same.problem.reason).toBe('same_plan');
});

test('[L09] the way to an eSIM is emailed again without its code, and not once it is on a phone', async () => {
  const { noa, id } = await verified();
  const seen = await app.eventually(async () => {
    const esim = await noa.call(viewEsim, { id });
    return esim.state === 'ready' ? esim : undefined;
  });
  await agent.call(sendEsimForCustomer, { id, reason });
  const email = await nextEmail(app, noa.email, /Set up your .* eSIM/);
  expect(email.link).toContain(`setup=${id}`);
  expect(email.text + email.html).not.toContain(seen.matchingId);
  expect(await whoDid(noa, 'esim_sent')).toBe('Aya Tanaka');
  const set = (state: string) =>
    sql`update sandbox_carrier_esims set state = ${state}
      where iccid = (select iccid from lines where id = ${id})`.execute(app.app.db.query);
  await set('enabled');
  const again = async () => (await agent.refusal(sendEsimForCustomer, { id, reason })).problem;
  expect((await again()).reason).toBe('esim_installed');
  await set('deleted');
  expect((await again()).reason).toBe('esim_gone');
});
