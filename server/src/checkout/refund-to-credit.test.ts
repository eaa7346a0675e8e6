import { viewCredit } from '@portside/contract/credit';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { quoteRenewal } from '@portside/contract/renewals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVerb } from '../operator/socket.ts';
import { passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { emailWhen, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
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
  const { balance, entries } = await noa.call(viewCredit, {});
  expect(balance).toBe(total);
  expect(entries.map(({ amount, reason }) => [amount, reason])).toEqual([[total, 'Refund']]);
  expect((await noa.call(viewLine, { id: line.id })).paidUntil).not.toBe(until);
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
