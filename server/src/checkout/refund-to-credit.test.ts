import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions, viewTransaction } from '@portside/contract/payments';
import { quoteRenewal } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { disputesOf } from '../payments/disputes.ts';
import { passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { emailWhen, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const asCredit = (orderId: string) =>
  runVerb(app.app, ['order', 'credit', orderId, '--by', 'Dana']);

test('[K21] a payment is refunded as credit once: its time is taken back, and the next payment uses it', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 22);
  const { orderId } = await renew(app, noa, line.id);
  const [paid] = (await noa.call(listTransactions, {})).transactions;
  const total = paid?.paymentDetails.finalCheckoutAmount ?? 0;
  const until = (await noa.call(viewLine, { id: line.id })).paidUntil;
  expect((await asCredit(orderId ?? '')).text).toContain('refunded now');
  await orderWhen(app, noa, orderId ?? '', 'refunded');
  const [credited] = (await noa.call(listTransactions, {})).transactions;
  expect(credited).toMatchObject({ outcome: 'refunded', refundedTo: 'credit' });
  expect(await noa.call(viewTransaction, { id: credited?.id ?? '' })).toEqual(credited);
  const { balance, entries } = await noa.call(viewCredit, {});
  expect(balance).toBe(total);
  expect(entries.map(({ amount, reason }) => [amount, reason])).toEqual([[total, 'Refund']]);
  expect((await noa.call(viewLine, { id: line.id })).paidUntil).not.toBe(until);
  expect(credited?.credited?.map(({ amount }) => amount)).toEqual([total]);
  const email = await emailWhen(app, noa.email, /as credit/);
  expect(email.text).toContain('is your credit now');
  // Once more gives nothing.
  expect((await asCredit(orderId ?? '')).text).toContain('nothing to refund');
  expect((await noa.call(viewCredit, {})).balance).toBe(total);
  const quote = await noa.call(quoteRenewal, { id: line.id });
  expect([quote.creditUsed, quote.finalCheckoutAmount]).toEqual([total, 0]);
  await passHours(app, 1);
  // The money stays with the provider, and the books agree.
  expect((await runVerb(app.app, ['reconcile'])).text).toContain('no difference');
});

test('[K21] [M01] a payment that the bank may take back is not given as credit as well', async () => {
  const { noa, line } = await withLine(app);
  const { rows } = await sql<{ id: string; payment: string }>`
    select owner_id as id, payment_ref as payment from charges
    where owner_id = (select order_id from lines where id = ${line.id})`.execute(app.app.db.query);
  const [{ id, payment } = { id: '', payment: '' }] = rows;
  const press = async (what: string, body: object) => {
    const answer = await app.fetch(`/sandbox/pay/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { dispute: string };
  };
  const now = async () => (await disputesOf(app.app.db.query, { kind: 'order', id }))[0]?.status;
  const { dispute } = await press('disputes', { payment });
  await app.eventually(async () => (await now()) === 'open' || undefined);
  expect((await asCredit(id)).text).toContain('disputes this payment');
  await press('disputes/move', { dispute, status: 'lost' });
  await app.eventually(async () => (await now()) === 'lost' || undefined);
  expect((await asCredit(id)).text).toContain('disputes this payment');
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
});
