import { viewOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { exportTransactions, viewTransaction } from '@portside/contract/payments';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { viewUser } from '@portside/contract/account';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from './operator-actions.ts';
import { creditFor } from './order-credit.ts';
import { ownerOfRow } from '../http/who.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { addLine, freshKey, passDays, withLine } from '../testing/line-life.ts';
import { cards, orderWhen, paymentToken } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { addCredit } from '../credit/credit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

let gifts = 0;
async function give(customer: Caller, cents: number) {
  gifts += 1;
  const { id } = await customer.call(viewUser, {});
  const owner = ownerOfRow({ tenant_id: 6, customer_id: id ?? '' });
  const entry = { cents, reason: 'goodwill', cause: `gift ${gifts}` } as const;
  await app.app.db.transaction((tx) => addCredit(app.app, tx, owner, entry));
}

test('[K21] [K23] credit is used first, stands on quote, receipt and table, and comes back with a refund', async () => {
  const { noa, line } = await withLine(app);
  await give(noa, 700);
  await passDays(app, 25);
  const quote = await noa.call(quoteRenewal, { id: line.id });
  expect(quote.creditUsed).toBe(7);
  expect(quote.lines.at(-1)).toEqual({ kind: 'credit', label: 'Credit', amount: -7 });
  const token = await paymentToken(app, cards.visa);
  const { orderId } = await noa.call(renewLine, {
    id: line.id,
    quoteId: quote.quoteId,
    idempotencyKey: freshKey(),
    paymentToken: token,
  });
  const { transaction } = await noa.call(viewOrder, { id: orderId });
  expect(transaction?.paymentDetails).toMatchObject({
    creditUsed: 7,
    finalCheckoutAmount: quote.finalCheckoutAmount,
  });
  const { balance, entries } = await noa.call(viewCredit, {});
  expect(balance).toBe(0);
  expect(entries.map((one) => one.amount)).toEqual([-7, 7]);
  expect(await noa.call(viewTransaction, { id: transaction?.id ?? '' })).toMatchObject({
    kind: 'renewal',
    item: `Renewal of ${line.plan.retailName}`,
  });
  const table = await app.fetch(exportTransactions.wire.replace('GET ', ''), {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  const [head, newest] = (await table.text()).split('\r\n').map((row) => row.split(','));
  expect(newest?.[head?.indexOf('Credit Used') ?? 0]).toBe('7.00');
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect((await noa.call(viewCredit, {})).balance).toBe(7);
});

test('[K21] two lines that are paid at once do not use the same credit', async () => {
  const { noa, line } = await withLine(app);
  const other = await addLine(app, noa);
  await give(noa, 500);
  await passDays(app, 25);
  const pay = async (id: string) => {
    const { quoteId } = await noa.call(quoteRenewal, { id });
    const token = await paymentToken(app, cards.visa);
    return () =>
      noa.call(renewLine, { id, quoteId, idempotencyKey: freshKey(), paymentToken: token });
  };
  const both = [await pay(line.id), await pay(other.id)];
  const answers = await Promise.allSettled(both.map((one) => one()));
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
});

test('[K21] credit never makes a card’s part smaller than a card can pay, nor anything negative', () => {
  const cents = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(cents, cents, (total, free) => {
      const used = creditFor(total, free, 50);
      const due = total - used;
      expect(used).toBeGreaterThanOrEqual(0);
      expect(used).toBeLessThanOrEqual(Math.min(total, free));
      if (total >= 50) expect(due === 0 || due >= 50).toBe(true);
      if (free >= total) expect(due).toBe(0);
    }),
  );
});
