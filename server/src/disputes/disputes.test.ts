import { listAudit } from '@portside/contract/console/audit';
import * as calls from '@portside/contract/console/disputes';
import { staffStepUp } from '@portside/contract/console/staff';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { listActivity } from '@portside/contract/sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../operator/finding.ts';
import { runVerb } from '../operator/socket.ts';
import { lookAtOpenDisputes } from '../payments/disputed-charges.ts';
import { listStuck } from '../checkout/stuck.ts';
import { days } from '../clock.ts';
import type { Caller } from '../testing/caller.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { nextEmail } from '../testing/mailbox.ts';
import { inTime } from '../testing/passing-time.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { demoCodes, staffAt } from '../testing/staff-caller.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let agent: Caller;
let billing: Caller;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
  [agent, billing] = await Promise.all([
    staffAt(app.address, 'agent'),
    staffAt(app.address, 'billing'),
  ]);
});
afterAll(() => app.close());

async function press(what: string, body: object): Promise<Record<string, string>> {
  const answer = await app.fetch(`/sandbox/pay/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

const db = () => app.app.db.query;

/** Somebody bought, their line works, and their bank takes the payment back. */
async function disputed() {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(db());
  const { dispute = '' } = await press('disputes', { payment: rows[0]?.payment });
  const found = await inTime(app, async () =>
    (await billing.call(calls.listDisputes, {})).disputes.find((one) => one.orderId === orderId),
  );
  return { customer, orderId, dispute, id: found.id };
}

const answered = (id: string, state: string) =>
  inTime(app, async () => {
    const seen = await billing.call(calls.viewDispute, { id });
    return seen.answer?.state === state ? seen : undefined;
  });

const hangsWithUs = async (orderId: string) =>
  (await listStuck(app.app, db())).some((one) => one.kind === 'disputed' && one.id === orderId);

const toldTheBank = async (dispute: string) => {
  const { rows } = await sql<{ evidence: string | null; answered_by: string | null }>`
    select evidence, answered_by from sandbox_pay_disputes where ref = ${dispute}`.execute(db());
  return rows[0];
};

/** A proof holds ten minutes. */
async function prove() {
  const { code = '' } = (await demoCodes(app.address)).find((one) => one.role === 'billing') ?? {};
  await billing.call(staffStepUp, { code });
}

test('[L21] a dispute names its order as its customer says it, in the list and on its page', async () => {
  const { customer, orderId, id } = await disputed();
  const { number } = await customer.call(viewOrder, { id: orderId });
  expect(number).toMatch(/^H-\d{4}-\d\d$/);
  const { disputes } = await billing.call(calls.listDisputes, {});
  expect(disputes.find((one) => one.id === id)?.orderNumber).toBe(number);
  expect((await billing.call(calls.viewDispute, { id })).orderNumber).toBe(number);
});

test('[L06] [L21] the evidence is put together, added to, and sent once, whoever presses at the same time', async () => {
  const { customer, id, dispute, orderId } = await disputed();
  expect(await hangsWithUs(orderId)).toBe(true);
  const listed = (await agent.call(calls.listDisputes, {})).disputes.find((one) => one.id === id);
  expect(listed).toMatchObject({
    status: 'open',
    reason: 'fraudulent',
    isLate: false,
    answer: null,
  });
  expect(JSON.stringify(listed)).not.toContain(customer.email);
  expect((await agent.call(calls.countDisputes, {})).open).toBeGreaterThan(0);
  expect((await agent.refusal(calls.viewEvidence, { id })).problem.code).toBe('forbidden');
  expect((await agent.refusal(calls.sendEvidence, { id })).problem.code).toBe('forbidden');

  const { parts, sent, erased } = await billing.call(calls.viewEvidence, { id });
  expect({ sent, erased }).toEqual({ sent: false, erased: false });
  const part = (name: string) => parts.find((one) => one.name === name)?.text ?? '';
  expect(part('customerEmail')).toBe(customer.email);
  expect(part('activity')).toMatch(/Logged in|account was opened/);
  expect(part('product')).toMatch(/phone number .*\d{4}/);
  expect(part('other')).toMatch(/Consent: .*Receipt:\n/s);
  expect(part('other')).toMatch(/Total paid: \$/);

  const both = await Promise.allSettled([
    billing.call(calls.sendEvidence, { id, added: 'They called us on the 20th.' }),
    (await staffAt(app.address, 'admin')).call(calls.sendEvidence, { id }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const seen = await answered(id, 'sent');
  expect(seen.status).toBe('answered');
  expect(await hangsWithUs(orderId)).toBe(false);
  const { evidence } = (await toldTheBank(dispute)) ?? {};
  expect(evidence).toContain(customer.email);
  expect(evidence).toMatch(/Consent: .*Receipt:.*Total paid: \$/s);
  const { receipt = '' } = JSON.parse(evidence ?? '{}') as { receipt?: string };
  const paper = pdfText(Buffer.from(receipt, 'base64'));
  const { number = '' } = await customer.call(viewOrder, { id: orderId });
  for (const words of ['Harbor', number, 'Total paid']) expect(paper).toContain(words);
  const after = await billing.call(calls.viewEvidence, { id });
  expect(after.sent).toBe(true);
  expect((await billing.refusal(calls.sendEvidence, { id })).problem.reason).toBe('answered');
});

test('[L21] the outcome is noted: won, and lost; the audit names who sent it and whose payment it was', async () => {
  const won = await disputed();
  await prove();
  await billing.call(calls.sendEvidence, { id: won.id });
  await answered(won.id, 'sent');
  await press('disputes/move', { dispute: won.dispute, status: 'won' });
  const lost = await disputed();
  await press('disputes/move', { dispute: lost.dispute, status: 'lost' });
  const decided = await inTime(app, async () => {
    const { disputes } = await billing.call(calls.listDisputes, { state: 'decided' });
    const mine = disputes.filter(({ id }) => id === won.id || id === lost.id);
    return mine.length === 2 ? mine : undefined;
  });
  expect(decided.map(({ status }) => status).toSorted()).toEqual(['lost', 'won']);
  expect((await billing.refusal(calls.sendEvidence, { id: lost.id })).problem.reason).toBe(
    'decided',
  );
  const admin = await staffAt(app.address, 'admin');
  const { entries } = await admin.call(listAudit, { call: 'sendEvidence' });
  expect(entries.find((one) => one.about === won.id)).toMatchObject({
    outcome: 'done',
    role: 'billing',
    customerId: expect.any(String),
  });
});

test('[L21] an answer whose way is broken goes out later, and once', async () => {
  const { id, dispute } = await disputed();
  await prove();
  await press('break', { mode: 'down' });
  await billing.call(calls.sendEvidence, { id });
  expect((await toldTheBank(dispute))?.evidence).toBeNull();
  expect((await billing.call(calls.viewDispute, { id })).answer?.state).toBe('asked');
  await press('break', { mode: 'none' });
  app.clock.move(60_000);
  await answered(id, 'sent');
  expect((await toldTheBank(dispute))?.answered_by).toBe(`dispute:${id}:answer:1`);
});

test('[L21] an answer that the provider does not take says why; after the deadline none is asked for', async () => {
  const { id, dispute } = await disputed();
  await prove();
  await sql`update sandbox_pay_disputes set answered_by = 'somebody else', status = 'under_review'
    where ref = ${dispute}`.execute(db());
  await billing.call(calls.sendEvidence, { id });
  expect(await answered(id, 'refused')).toMatchObject({
    status: 'answered',
    answer: { reason: 'answered' },
  });
  const late = await disputed();
  await sql`update disputes set respond_by = ${new Date(app.clock.now().getTime() - 1000)}
    where id = ${late.id}`.execute(db());
  expect(await billing.call(calls.viewDispute, { id: late.id })).toMatchObject({ isLate: true });
  expect((await billing.refusal(calls.sendEvidence, { id: late.id })).problem.reason).toBe('late');
});

test('[L21] of an erased customer the receipt is sent, and the page says what is missing', async () => {
  const { id, customer } = await disputed();
  await sql`update customers set email = '', first_name = '', last_name = ''
    where email = ${customer.email}`.execute(db());
  const { parts, erased } = await billing.call(calls.viewEvidence, { id });
  expect(erased).toBe(true);
  const names = parts.map(({ name }) => name);
  expect(names).toContain('other');
  expect(names).not.toContain('customerEmail');
  expect(names).not.toContain('customerName');
});

test('[L21] agents pause the line of a disputed payment; its customer sees it and cannot end it', async () => {
  const { id, customer } = await disputed();
  expect((await billing.refusal(calls.pauseForDispute, { id })).problem.code).toBe('forbidden');
  await agent.call(calls.pauseForDispute, { id });
  const [line] = (await customer.call(listLines, {})).lines;
  expect(line?.status).toBe('suspended');
  expect((await agent.call(calls.viewDispute, { id })).line).toMatchObject({ paused: true });
  await agent.call(calls.pauseForDispute, { id });
  const { activity } = await customer.call(listActivity, {});
  expect(activity.filter(({ kind }) => kind === 'line_paused')).toHaveLength(1);
  await agent.call(calls.resumeAfterDispute, { id });
  expect((await agent.refusal(calls.resumeAfterDispute, { id })).problem.reason).toBe('not_paused');
  await inTime(app, async () => {
    const [now] = (await customer.call(listLines, {})).lines;
    return now?.status === 'active' ? true : undefined;
  });
});

test('[L21] the customer is told of a dispute and of each decision; one that is won after it was lost counts, also when its notice is lost', async () => {
  const { customer, dispute, id } = await disputed();
  const state = async () => (await billing.call(calls.viewDispute, { id })).status;
  const told = (words: RegExp) => nextEmail(app, customer.email, words);
  expect((await told(/asks us to pay \$[\d.]+ back/)).text).toContain('is disputed');
  await press('disputes/move', { dispute, status: 'lost' });
  expect((await told(/you get \$[\d.]+ back/)).text).not.toContain('takes the place');
  expect(await state()).toBe('lost');

  await press('disputes/move', { dispute, status: 'needs_response' });
  await inTime(app, async () => (await state()) === 'open' || undefined);
  // No notice comes of these.
  await sql`update sandbox_pay_disputes set status = 'won' where ref = ${dispute}`.execute(db());
  await lookAtOpenDisputes(app.app);
  expect((await told(/your payment of \$[\d.]+ stands/)).text).not.toContain('takes the place');
  expect(await state()).toBe('won');
  await sql`update sandbox_pay_disputes set status = 'lost' where ref = ${dispute}`.execute(db());
  await lookAtOpenDisputes(app.app);
  expect((await told(/you get \$[\d.]+ back/)).text).toContain('takes the place');
  expect(await state()).toBe('lost');
});

test('[L21] no dispute of another id is there; a bank that was not answered in time has decided', async () => {
  expect((await billing.refusal(calls.viewDispute, { id: 'dsp_none' })).status).toBe(404);
  const { id } = await disputed();
  app.clock.move(days(15));
  billing = await staffAt(app.address, 'billing');
  await inTime(app, async () => {
    const seen = await billing.call(calls.viewDispute, { id });
    return seen.status === 'lost' ? true : undefined;
  });
});

test('[M11] [L21] the doctor tells of a dispute that waits, and fails three days before its deadline', async () => {
  const row = async () => {
    const { text } = await runVerb(app.app, ['doctor', '--json']);
    const { findings } = JSON.parse(text) as { findings: Finding[] };
    return findings.find(({ about }) => about === 'disputes');
  };
  await disputed();
  expect(await row()).toMatchObject({
    fine: true,
    note: true,
    text: expect.stringMatching(/^\d+ waits? for an answer, the next one until \d{4}-\d\d-\d\d$/),
  });
  app.clock.move(days(12));
  expect(await row()).toMatchObject({ fine: false });
});
