import { viewUser } from '@portside/contract/account';
import { viewOrder } from '@portside/contract/checkout';
import { viewTimeline } from '@portside/contract/console/customers';
import { startVerification } from '@portside/contract/console/verification';
import { money } from '@portside/contract/formats';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as sandboxRefunds from '../adapters/payment/sandbox/refunds.ts';
import { dollars } from '../money.ts';
import { runVerb } from '../operator/socket.ts';
import { buySeveral, purchaseWhen, severalPlans } from '../testing/buying-lines.ts';
import { passHours } from '../testing/line-life.ts';
import { allEmailsSent } from '../testing/mailbox.ts';
import { inTime } from '../testing/passing-time.ts';
import { newcomer, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { listStuck } from './stuck.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

/** Three lines that work, and whose emails are out. */
async function working() {
  const noa = await newcomer(app);
  const { orderId } = await buySeveral(app, noa, severalPlans);
  const orders = await purchaseWhen(app, orderId, 'paid', 'paid', 'paid');
  for (const { id } of orders) await orderWhen(app, noa, id, 'active');
  await passHours(app, 1);
  const told = async () => {
    await allEmailsSent(app);
    return (await app.emails(noa.email, 0)).filter(({ subject }) => /refund/i.test(subject));
  };
  expect(await told()).toEqual([]);
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${orderId}`.execute(app.app.db.query);
  const parts = orders.map(({ quote }) => quote.amounts.finalCheckoutAmount);
  return { noa, orderId, orders, parts, paymentRef: rows[0]?.ref ?? '', told };
}

test('[P03] what the provider’s people give back of several lines at once is told in one email, line by line', async () => {
  const { noa, orderId, orders, parts, paymentRef, told } = await working();
  const amountCents = parts.reduce((sum, cents) => sum + cents, 0);
  await sandboxRefunds.refundOnce(app.app, { key: 'people', paymentRef, amountCents });
  await purchaseWhen(app, orderId, 'refunded', 'refunded', 'refunded');
  await passHours(app, 1);
  const [email, ...others] = await told();
  expect(others).toEqual([]);
  expect(email?.subject).toBe('We refunded 3 lines of your Harbor order');
  for (const [at, { quote }] of orders.entries()) {
    const back = `We refunded the whole amount of ${money(dollars(parts[at] ?? 0))} for ${quote.planName}.`;
    expect(email?.text).toContain(back);
  }
  const [entry] = (await noa.call(listTransactions, {})).transactions;
  expect(entry).toMatchObject({ outcome: 'refunded' });
});

test('[P03] a refund of one line that its bank refused: the payment stays paid, that line is owed, and staff see how much', async () => {
  const { noa, orderId, orders, parts } = await working();
  const second = orders[1]?.id ?? '';
  await runVerb(app.app, ['order', 'refund', second]);
  await purchaseWhen(app, orderId, 'paid', 'refunded', 'paid');
  const { rows } = await sql<{ ref: string }>`
    select refund_ref as ref from refunds join charges on charges.id = charge_id
    where owner_id = ${second}`.execute(app.app.db.query);
  await sandboxRefunds.failRefund(app.app, rows[0]?.ref ?? '');
  await purchaseWhen(app, orderId, 'paid', 'refund_failed', 'paid');
  const stuck = await inTime(app, async () =>
    (await listStuck(app.app, app.app.db.query)).find(({ id }) => id === second),
  );
  expect(stuck).toMatchObject({ kind: 'refund_failed', amountCents: parts[1] });
  const [entry] = (await noa.call(listTransactions, {})).transactions;
  expect(entry).toMatchObject({ outcome: 'paid' });
  expect(entry?.refunded).toBeUndefined();
  expect(entry?.parts?.map(({ outcome }) => outcome)).toEqual(['paid', 'refund_failed', 'paid']);
  const agent = await app.staff('agent');
  const { id } = await noa.call(viewUser, {});
  await agent.call(startVerification, { id, how: 'ticket', reference: 'HELP-1' });
  const { entries } = await agent.call(viewTimeline, { id });
  const paid = entries.find(({ what }) => what === 'payment');
  expect(paid?.text).toMatch(/: paid; line 2, .*: refund failed$/);
  const { payment } = await noa.call(viewOrder, { id: orderId });
  expect(payment).toMatchObject({
    status: 'paid',
    message: expect.stringContaining(
      `your bank didn’t accept the refund of ${money(dollars(parts[1] ?? 0))}`,
    ),
  });
});
