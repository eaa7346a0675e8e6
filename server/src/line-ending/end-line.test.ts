import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { viewLine } from '@portside/contract/line-detail';
import { endLine, undoEndLine } from '@portside/contract/line-ending';
import { listTransactions } from '@portside/contract/payments';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { listActivity } from '@portside/contract/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { beginWork, endWork } from '../lines/line-work.ts';
import {
  freshKey,
  lineOf,
  passDays,
  passHours,
  renew,
  withLine,
  type Noa,
} from '../testing/line-life.ts';
import { proving } from '../testing/proving.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  paymentToken,
} from '../testing/shopping.ts';
import { placeOrder } from '@portside/contract/checkout';
import { listLines } from '@portside/contract/lines';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

async function turnOn(noa: Noa, id: string) {
  const { version } = await noa.call(viewAutopayConsent, {});
  return noa.call(setAutopay, { id, on: true, consent: version });
}

const renewalsOf = async (noa: Noa) => {
  const { transactions } = await noa.call(listTransactions, {});
  return transactions.filter((one) => one.kind === 'renewal');
};

const emailsTo = async (noa: Noa, subject: RegExp) => {
  await emailWhen(app, noa.email, subject);
  const { rows } = await sql<{ subject: string }>`
    select subject from sandbox_mail where to_address = ${noa.email}`.execute(app.app.db.query);
  return rows.filter((row) => subject.test(row.subject));
};

const viewAtCarrier = (msisdn: string) => app.adapters.carrier.viewLine({ msisdn });

test('[K17] an ended line works to the end of what is paid, then ends, and is charged nothing', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  const answer = await noa.call(endLine, { id });
  expect(answer.endsOn).toBe(line.paidUntil);
  const told = await emailWhen(app, noa.email, /ends on/);
  expect(told.link).toContain(`/dashboard/lines/${id}#end`);
  const ending = await noa.call(viewLine, { id });
  expect(ending).toMatchObject({
    status: 'active',
    endsOn: line.paidUntil,
    autopay: { on: false },
  });
  // The dashboard says so, too, however far the day is.
  expect((await lineOf(noa, id)).endsOn).toBe(line.paidUntil);
  // Once more is the same, and tells nobody again.
  expect(await noa.call(endLine, { id })).toEqual(answer);
  await passDays(app, 29);
  expect((await noa.call(viewLine, { id })).status).toBe('active');
  await passDays(app, 1);
  expect((await lineOf(noa, id)).status).toBe('ended');
  await emailWhen(app, noa.email, /has ended/);
  expect(await emailsTo(noa, /ends on/)).toHaveLength(1);
  await expect.poll(() => viewAtCarrier(line.mdn)).toBe('released');
  await passDays(app, 40);
  expect(await renewalsOf(noa)).toEqual([]);
  // It ended; it was never paused for want of payment.
  const { rows } = await sql<{ subject: string }>`select subject from sandbox_mail
    where to_address = ${noa.email} and subject like '%paused%'`.execute(app.app.db.query);
  expect(rows).toEqual([]);
  expect((await noa.call(viewLine, { id })).endsOn).toBeUndefined();
  await proving(noa);
  expect((await noa.refusal(endLine, { id })).problem.reason).toBe('line_ended');
  expect((await noa.refusal(undoEndLine, { id })).problem.reason).toBe('line_ended');
});

test('[K17] taken back, the line goes on, and autopay charges as it would have', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  const before = (await noa.call(viewLine, { id })).autopay;
  await noa.call(endLine, { id });
  await passDays(app, 20);
  expect((await noa.call(undoEndLine, { id })).endsOn).toBeNull();
  expect((await emailWhen(app, noa.email, /goes on/)).text).toContain('Autopay is on again');
  const kept = await noa.call(viewLine, { id });
  expect(kept.endsOn).toBeUndefined();
  expect(kept.autopay).toEqual(before);
  await passDays(app, 11);
  expect((await noa.call(viewLine, { id })).status).toBe('active');
  expect(await renewalsOf(noa)).toHaveLength(1);
  // With nothing to take back it is harmless.
  expect((await noa.call(undoEndLine, { id })).endsOn).toBeNull();
  const { activity } = await noa.call(listActivity, {});
  const about = activity.map(({ kind }) => kind).filter((kind) => kind.startsWith('line_'));
  expect(about).toEqual(['line_kept', 'line_ends']);
});

test('[K03] [K17] autopay that is turned off while its line is to end stays off when the line is kept', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  await noa.call(endLine, { id });
  const off = await noa.call(setAutopay, { id, on: false });
  expect(off.message).toBe('Autopay is off. We won’t charge you unless you pay.');
  await noa.call(undoEndLine, { id });
  expect((await noa.call(viewLine, { id })).autopay.on).toBe(false);
  expect((await emailWhen(app, noa.email, /goes on/)).text).not.toContain('Autopay is on again');
  await passDays(app, 30);
  expect(await renewalsOf(noa)).toEqual([]);
});

test('[K17] taken back on the last day, autopay tells before it charges', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  await sql`update line_autopay set told_cents = null where line_id = ${id}`.execute(
    app.app.db.query,
  );
  await noa.call(endLine, { id });
  await passHours(app, 29 * 24 + 20);
  await noa.call(undoEndLine, { id });
  await passHours(app, 1);
  await emailWhen(app, noa.email, /Autopay charges/);
  expect(await renewalsOf(noa)).toEqual([]);
  await passDays(app, 6);
  expect(await renewalsOf(noa)).toHaveLength(1);
  expect((await lineOf(noa, id)).status).toBe('active');
});

test('[K17] autopay that was off stays off when the ending is taken back', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await noa.call(endLine, { id });
  await noa.call(undoEndLine, { id });
  expect((await noa.call(viewLine, { id })).autopay.on).toBe(false);
});

test('[K17] a line that is to end is neither paid for nor put on autopay, until it is kept', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const { quoteId } = await noa.call(quoteRenewal, { id });
  await proving(noa);
  await noa.call(endLine, { id });
  const { paidUntil: endsOn } = line;
  for (const told of [await noa.call(viewLine, { id }), await lineOf(noa, id)]) {
    expect(told).toMatchObject({ endsOn });
    expect(told.nextAction).not.toBe('renew');
  }
  expect((await noa.refusal(quoteRenewal, { id })).problem.reason).toBe('line_ends');
  // The other tab had the price already.
  const paymentTokenOf = await paymentToken(app, cards.visa);
  const pay = { id, quoteId, idempotencyKey: freshKey(), paymentToken: paymentTokenOf };
  expect((await noa.refusal(renewLine, pay)).problem.reason).toBe('line_ends');
  const { version } = await noa.call(viewAutopayConsent, {});
  const on = { id, on: true, consent: version };
  expect((await noa.refusal(setAutopay, on)).problem.reason).toBe('line_ends');
  expect(await renewalsOf(noa)).toEqual([]);
  await noa.call(undoEndLine, { id });
  expect((await renew(app, noa, id)).status).toBe('paid');
});

test('[K17] what is paid ahead is used up first', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  await renew(app, noa, id);
  const { paidUntil } = await lineOf(noa, id);
  await proving(noa);
  expect((await noa.call(endLine, { id })).endsOn).toBe(paidUntil);
  await passDays(app, 30);
  expect((await lineOf(noa, id)).status).toBe('active');
  await passDays(app, 5);
  expect((await lineOf(noa, id)).status).toBe('ended');
});

test('[K17] [K06] a line that is to end, and whose paid days are refunded, is paused with its number kept', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await turnOn(noa, id);
  await noa.call(endLine, { id });
  const { rows } = await sql<{ order_id: string }>`
    select order_id from line_periods where line_id = ${id}`.execute(app.app.db.query);
  expect(await refundByHand(app.app, rows[0]?.order_id ?? '', 'Sam')).toBe('refunding');
  await app.eventually(async () =>
    (await lineOf(noa, id)).paidUntil !== line.paidUntil ? true : undefined,
  );
  await passHours(app, 1);
  const { text } = await emailWhen(app, noa.email, /is paused/);
  expect(text).toContain('The days that you paid for were refunded, so your line');
  const paused = await noa.call(viewLine, { id });
  expect(paused).toMatchObject({ status: 'suspended', statusReason: 'unpaid', mdn: line.mdn });
  expect(Date.parse(paused.numberKeptUntil ?? '')).toBeGreaterThan(
    Date.parse(line.paidUntil ?? ''),
  );
  expect(paused).not.toHaveProperty('endsOn');
  await app.eventually(async () => (await viewAtCarrier(line.mdn)) === 'suspended' || undefined);
  // Nothing is charged for what was to end.
  expect(paused.autopay).toMatchObject({ on: false });
  await passDays(app, 31);
  expect(await renewalsOf(noa)).toEqual([]);
  expect((await noa.call(viewLine, { id })).status).toBe('suspended');
  await renew(app, noa, id);
  await app.eventually(
    async () => (await noa.call(viewLine, { id })).status === 'active' || undefined,
  );
});

test('[K17] a line that is paused for want of payment ends at once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 31);
  expect((await noa.call(viewLine, { id })).statusReason).toBe('unpaid');
  await proving(noa);
  const { endsOn } = await noa.call(endLine, { id });
  expect(Date.parse(endsOn ?? '')).toBeLessThanOrEqual(app.app.clock.now().getTime());
  expect((await lineOf(noa, id)).status).toBe('ended');
  await emailWhen(app, noa.email, /has ended/);
});

test('[K17] a line that is not active yet is not ended', async () => {
  const noa = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  await app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'down' }),
  });
  await noa.call(placeOrder, orderOf(await fillCart(app), { paymentToken: token }));
  const id = await app.eventually(async () => (await noa.call(listLines, {})).lines[0]?.id);
  expect((await noa.refusal(endLine, { id })).problem.reason).toBe('not_active');
  await app.fetch('/sandbox/carrier/break', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'none' }),
  });
});

test('[K17] while something else is under way a line is not ended, and its end waits for that', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { db } = app.app;
  const {
    rows: [row],
  } = await sql<{ tenant_id: number }>`select tenant_id from lines where id = ${id}`.execute(
    db.query,
  );
  const about = { tenant: row?.tenant_id ?? 0, lineId: id };
  await db.transaction((tx) => beginWork(app.app, tx, about, 'port_out'));
  const { problem } = await noa.refusal(endLine, { id });
  expect(problem).toMatchObject({ reason: 'busy', with: 'port_out' });
  await db.transaction((tx) => endWork(tx, id, 'port_out'));
  await noa.call(endLine, { id });
  await db.transaction((tx) => beginWork(app.app, tx, about, 'port_out'));
  await passDays(app, 32);
  // Its number would be given up under the other carrier's hands.
  expect((await lineOf(noa, id)).status).toBe('active');
  await db.transaction((tx) => endWork(tx, id, 'port_out'));
  await passHours(app, 1);
  expect((await lineOf(noa, id)).status).toBe('ended');
});

test('[K17] every email of autopay leads to the end of the line', async () => {
  const { noa, line } = await withLine(app);
  await turnOn(noa, line.id);
  const { text } = await emailWhen(app, noa.email, /Autopay is on/);
  expect(text).toContain(`/dashboard/lines/${line.id}#end`);
  await passDays(app, 27);
  const told = await emailWhen(app, noa.email, /Autopay charges/);
  expect(told.text).toContain(`/dashboard/lines/${line.id}#end`);
});

test('[K17] [K24] support does not end a customer’s line', () => {
  expect([endLine.notForAgents, undoEndLine.notForAgents]).toEqual([true, true]);
});
