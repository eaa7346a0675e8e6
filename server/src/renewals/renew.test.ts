import { listOpenOrders, viewOrder } from '@portside/contract/checkout';
import { viewLine } from '@portside/contract/line-detail';
import { listTransactions } from '@portside/contract/payments';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from '../checkout/operator-actions.ts';
import { freshKey, lineOf, passDays, passHours, renew, withLine } from '../testing/line-life.ts';
import { cards, emailWhen, newcomer, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const DAY = 86_400_000;

test('[K02] the next 30 days are paid from ten days before the end, and begin when these end', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  expect((await noa.refusal(quoteRenewal, { id })).problem.reason).toBe('too_early');
  await passDays(app, 21);
  const quote = await noa.call(quoteRenewal, { id });
  expect(quote.period.from).toBe(line.paidUntil);
  expect(Date.parse(quote.period.to) - Date.parse(quote.period.from)).toBe(30 * DAY);
  expect(quote.lines.map((one) => one.kind)).not.toContain('activation');
  const sum = quote.lines.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
  expect(sum).toBe(Math.round(quote.finalCheckoutAmount * 100));
  const paid = await renew(app, noa, id);
  expect(paid).toMatchObject({ status: 'paid' });
  expect((await lineOf(noa, id)).paidUntil).toBe(quote.period.to);
  const order = await noa.call(viewOrder, { id: paid.orderId });
  expect([order.status, order.cartId]).toEqual(['paid', undefined]);
  expect((await noa.refusal(quoteRenewal, { id })).problem.reason).toBe('already_paid');
});

test('[K02] paid late, the period begins at the payment', async () => {
  const { noa, line } = await withLine(app);
  const now = await passDays(app, 33);
  await renew(app, noa, line.id);
  const until = Date.parse((await lineOf(noa, line.id)).paidUntil ?? '');
  expect(until).toBeGreaterThan(now.getTime() + 30 * DAY - 1);
  expect(until).toBeLessThan(now.getTime() + 30 * DAY + 60_000);
});

test('[K02] two tabs and a lost answer pay for a period once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const [one, two] = await Promise.all([
    noa.call(quoteRenewal, { id }),
    noa.call(quoteRenewal, { id }),
  ]);
  const key = freshKey();
  const token = async () => paymentToken(app, cards.visa);
  const first = { id, quoteId: one.quoteId, idempotencyKey: key, paymentToken: await token() };
  const second = { ...first, quoteId: two.quoteId, idempotencyKey: freshKey() };
  const answers = await Promise.allSettled([
    noa.call(renewLine, first),
    noa.call(renewLine, first),
    noa.call(renewLine, { ...second, paymentToken: await token() }),
  ]);
  const refusals = answers.flatMap((answer) =>
    answer.status === 'rejected'
      ? [(answer.reason as { problem: { reason: string } }).problem.reason]
      : [],
  );
  for (const reason of refusals) expect(['busy', 'already_paid']).toContain(reason);
  const again = await noa.call(renewLine, first).catch((error: unknown) => error);
  const late = await noa.refusal(renewLine, { ...second, idempotencyKey: freshKey() });
  expect(late.problem.reason).toBe('already_paid');
  const { transactions } = await noa.call(listTransactions, {});
  const renewals = transactions.filter((payment) => payment.kind === 'renewal');
  expect(renewals).toHaveLength(1);
  expect(again).toBeDefined();
  expect((await lineOf(noa, id)).paidUntil).toBe(one.period.to);
});

test('[K02] a declined card can be followed by another one; the same key tells the same', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const { quoteId } = await noa.call(quoteRenewal, { id });
  const key = freshKey();
  const bad = await paymentToken(app, cards.declined);
  const declined = await noa.call(renewLine, {
    id,
    quoteId,
    idempotencyKey: key,
    paymentToken: bad,
  });
  expect(declined).toMatchObject({ status: 'declined', reason: 'declined' });
  expect((await lineOf(noa, id)).paidUntil).toBe(line.paidUntil);
  const good = await paymentToken(app, cards.visa);
  const same = { id, quoteId, idempotencyKey: key, paymentToken: good };
  expect((await noa.call(renewLine, same)).status).toBe('declined');
  const paid = await noa.call(renewLine, { ...same, idempotencyKey: freshKey() });
  expect(paid).toMatchObject({ status: 'paid', orderId: declined.orderId });
  await emailWhen(app, noa.email, /receipt/);
});

test('[K02] while a charge is under way the line is busy, and says where it waits', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const { quoteId } = await noa.call(quoteRenewal, { id });
  const waits = await renew(app, noa, id, cards.confirms);
  expect(waits).toMatchObject({ status: 'confirm' });
  const { problem } = await noa.refusal(quoteRenewal, { id });
  expect(problem).toMatchObject({ reason: 'busy', orderId: waits.orderId });
  const token = await paymentToken(app, cards.visa);
  const busy = await noa.refusal(renewLine, {
    id,
    quoteId,
    idempotencyKey: freshKey(),
    paymentToken: token,
  });
  expect(busy.problem.reason).toBe('busy');
  const { orders } = await noa.call(listOpenOrders, {});
  expect(orders.map((one) => one.orderId)).toEqual([waits.orderId]);
  // Half an hour later the bank's question is given up, and another card pays.
  await passHours(app, 1);
  await orderWhen(app, noa, waits.orderId, 'cancelled');
  expect((await renew(app, noa, id)).status).toBe('paid');
});

test('[K02] a quote that is old, of another line or of nobody is answered with a new one', async () => {
  const { noa, line } = await withLine(app);
  const other = await withLine(app);
  await passDays(app, 25);
  const foreign = await other.noa.call(quoteRenewal, { id: other.line.id });
  const old = await noa.call(quoteRenewal, { id: line.id });
  const token = await paymentToken(app, cards.visa);
  const pay = (quoteId: string) =>
    noa.refusal(renewLine, {
      id: line.id,
      quoteId,
      idempotencyKey: freshKey(),
      paymentToken: token,
    });
  const { problem } = await pay(foreign.quoteId);
  expect(problem.reason).toBe('quote_expired');
  expect(problem).toMatchObject({ quote: { period: { from: line.paidUntil }, creditUsed: 0 } });
  expect((await pay('quo_nobody')).problem.reason).toBe('quote_expired');
  app.clock.move(31 * 60_000);
  expect((await pay(old.quoteId)).problem.reason).toBe('quote_expired');
});

test('[K02] nobody pays for another customer’s line, or for one that ended', async () => {
  const { noa, line } = await withLine(app);
  const stranger = await newcomer(app);
  expect((await stranger.refusal(quoteRenewal, { id: line.id })).status).toBe(404);
  const pay = { id: line.id, quoteId: 'quo_1', idempotencyKey: freshKey(), cardId: 'crd_1' };
  expect((await stranger.refusal(renewLine, pay)).status).toBe(404);
  await sql`update lines set status = 'ended' where id = ${line.id}`.execute(app.app.db.query);
  expect((await noa.refusal(quoteRenewal, { id: line.id })).problem.reason).toBe('line_ended');
  expect((await noa.refusal(renewLine, pay)).problem.reason).toBe('line_ended');
});

test('[K02] a renewal that is refunded is taken back, and can be paid again', async () => {
  const { noa, line } = await withLine(app);
  await passDays(app, 25);
  const { orderId } = await renew(app, noa, line.id);
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect((await lineOf(noa, line.id)).paidUntil).toBe(line.paidUntil);
  await emailWhen(app, noa.email, /We refunded your/);
  expect((await renew(app, noa, line.id)).status).toBe('paid');
});

test('[K02] the time that runs is refunded: what was paid ahead begins at once', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  await passDays(app, 25);
  const current = await renew(app, noa, id);
  await passDays(app, 30);
  await renew(app, noa, id);
  await refundByHand(app.app, current.orderId, 'Sam');
  const now = app.app.clock.now().getTime();
  const view = await noa.call(viewLine, { id });
  expect(Math.abs(Date.parse(view.period?.from ?? '') - now)).toBeLessThan(60_000);
  expect(view.paidUntil).toBe(view.period?.to);
  expect(Date.parse(view.paidUntil ?? '') - now).toBeLessThanOrEqual(30 * DAY);
  await passDays(app, 20);
  expect((await renew(app, noa, id)).status).toBe('paid');
});

test('[K02] the first 30 days are refunded: they are taken back, and the line is to be paid', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  const { rows } = await sql<{ id: string }>`
    select order_id as id from lines where id = ${id}`.execute(app.app.db.query);
  await refundByHand(app.app, rows[0]?.id ?? '', 'Sam');
  await passHours(app, 1);
  const unpaid = await noa.call(viewLine, { id });
  expect(unpaid).toMatchObject({ status: 'suspended', statusReason: 'unpaid' });
  expect((await renew(app, noa, id)).status).toBe('paid');
  await app.eventually(async () => (await lineOf(noa, id)).status === 'active' || undefined);
});
