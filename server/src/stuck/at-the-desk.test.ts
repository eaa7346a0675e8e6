import { examineServices, retryJob, viewJobs } from '@portside/contract/console/jobs';
import { placeOrder } from '@portside/contract/checkout';
import { queuePortIns } from '@portside/contract/console/port-ins';
import { staffStepUp } from '@portside/contract/console/staff';
import { actOnStuck, listStuck, stuckMoneyCalls } from '@portside/contract/console/stuck';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import type { Caller } from '../testing/caller.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { demoCodes, staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { owedRefund } from './owed-refund.suite.ts';

let app: TestApp;
let agent: Caller;
let billing: Caller;
beforeAll(async () => {
  app = await openTestApp();
  [agent, billing] = await Promise.all([
    staffAt(app.address, 'agent'),
    staffAt(app.address, 'billing'),
  ]);
});
afterAll(() => app.close());

const found = async (staff: Caller, subject: string) =>
  (await staff.call(listStuck, {})).items.find((one) => one.subject === subject);

test('[L06] a refused refund is offered to who may give money, and is told only to who has proven themselves', async () => {
  const orderId = await owedRefund(app);
  const seen = await found(agent, orderId);
  expect(seen).toMatchObject({ kind: 'refund', actions: [], customerId: expect.any(String) });
  expect(seen?.customer).toBe('Noa N.');
  expect((await found(billing, orderId))?.actions).toEqual(['refund', 'paid_back']);
  const id = seen?.id ?? '';
  const noted = { id, note: 'check 1041' };
  expect((await agent.refusal(stuckMoneyCalls.paid_back, noted)).problem.code).toBe('forbidden');
  app.clock.move(minutes(11));
  const unproven = await billing.refusal(stuckMoneyCalls.paid_back, noted);
  expect(unproven.problem.reason).toBe('proof_required');
  const codes = await demoCodes(app.address);
  const { code = '' } = codes.find((one) => one.role === 'billing') ?? {};
  await billing.call(staffStepUp, { code });
  expect((await billing.call(stuckMoneyCalls.paid_back, noted)).message).toBe(
    'The order is refunded now.',
  );
  expect((await billing.refusal(stuckMoneyCalls.paid_back, noted)).problem.reason).toBe(
    'not_stuck',
  );
  expect(await found(agent, orderId)).toBeUndefined();
});

test('[L06] a payment that its bank reports as fraud is left paid by an agent; giving it back is not offered here', async () => {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(
    app.app.db.query,
  );
  const warn = () =>
    app.fetch('/sandbox/pay/warnings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment: rows[0]?.payment }),
    });
  expect((await warn()).status).toBe(200);
  expect((await warn()).status).toBe(404);
  const seen = await app.eventually(async () => {
    app.clock.move(seconds(1));
    return found(agent, orderId);
  });
  expect(seen).toMatchObject({
    id: `fraud_warning.${orderId}`,
    kind: 'fraud_warning',
    actions: ['leave'],
    reason: expect.stringMatching(/reports this payment as fraud \(made with stolen card\)/),
  });
  expect((await found(billing, orderId))?.actions).toEqual(['leave']);
  const leave = { id: seen.id, action: 'leave' } as const;
  expect((await agent.call(actOnStuck, leave)).message).toBe(
    'It stays paid. Its bank may still take it back.',
  );
  expect((await agent.refusal(actOnStuck, leave)).problem.reason).toBe('not_stuck');
  expect(await found(agent, orderId)).toBeUndefined();
});

test('[L06] an item is taken, noted and rests under the name of who did it; a colleague is told whose it is', async () => {
  const orderId = await owedRefund(app);
  const { id = '' } = (await found(agent, orderId)) ?? {};
  await agent.call(actOnStuck, { id, action: 'take' });
  const taken = await billing.refusal(actOnStuck, { id, action: 'take' });
  expect(taken.problem).toMatchObject({ reason: 'taken', by: 'Aya Tanaka' });
  await billing.call(actOnStuck, { id, action: 'take', over: true, note: 'Bank called' });
  const until = new Date(app.clock.now().getTime() + minutes(90)).toISOString();
  await billing.call(actOnStuck, { id, action: 'snooze', until });
  expect(await found(agent, orderId)).toMatchObject({
    assignedTo: 'Ben Okafor',
    snoozedUntil: until,
    notes: [{ by: 'Ben Okafor', note: 'Bank called' }],
  });
  const past = await agent.refusal(actOnStuck, {
    id,
    action: 'snooze',
    until: '2020-01-01T00:00:00Z',
  });
  expect(past.problem.errors).toEqual([
    { field: 'until', message: 'Please choose a time to come' },
  ]);
});

test('[L06] nobody takes, rests or notes what does not hang, so nobody is told that they have it', async () => {
  for (const action of ['take', 'release', 'snooze', 'wake', 'note'] as const) {
    const until = new Date(app.clock.now().getTime() + minutes(90)).toISOString();
    const asked = { id: 'refund.ord_nobodys', action, note: 'Bank called', until };
    expect((await agent.refusal(actOnStuck, asked)).problem.reason, action).toBe('not_stuck');
  }
});

test('[L07] the queue names each port-in’s state, the old carrier’s words and what is owed, but no whole number', async () => {
  const { portIns } = await agent.call(queuePortIns, { state: 'action_needed' });
  const [one] = portIns;
  expect(one).toMatchObject({
    status: 'action_needed',
    numberEnds: expect.stringMatching(/^\d{4}$/),
    customer: expect.stringMatching(/^\w+ \w\.$/),
    answer: { code: expect.any(String), text: expect.any(String) },
    required: expect.arrayContaining([expect.any(String)]),
    canFix: true,
  });
  expect(JSON.stringify(portIns)).not.toMatch(/\b\+?1?\d{10}\b/);
  expect((await agent.call(queuePortIns, { state: 'failed' })).portIns).toEqual([]);
});

test('[L17] jobs, those given up, services and the doctor’s findings are shown; a job is tried again once', async () => {
  await sql`insert into pgboss.job_common (name, data, policy, retry_limit, source_name,
    source_retry_count, source_output) values ('given-up', '{"tenant": 6}', 'standard', 0,
    'refund-order', 30, '{"message": "no answer"}')`.execute(app.app.db.query);
  const { queues, givenUp, services } = await agent.call(viewJobs, {});
  expect(queues.find((one) => one.name === 'refund-order')?.givenUp).toBe(1);
  expect(givenUp).toMatchObject([{ name: 'refund-order', tries: 31, error: 'no answer' }]);
  expect(services.map((one) => one.port)).toEqual(expect.arrayContaining(['payment', 'carrier']));
  const id = givenUp[0]?.id ?? '';
  await agent.call(retryJob, { id });
  expect((await agent.refusal(retryJob, { id })).problem.reason).toBe('not_given_up');
  expect((await agent.refusal(examineServices, {})).problem.code).toBe('forbidden');
  const admin = await staffAt(app.address, 'admin');
  const { findings } = await admin.call(examineServices, {});
  const { text } = await runVerb(app.app, ['doctor']);
  expect(findings.length).toBeGreaterThan(10);
  for (const { about } of findings) expect(text).toContain(about);
});
