import { listActivity } from '@portside/contract/sessions';
import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { exportTransactions, listTransactions } from '@portside/contract/payments';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundByHand } from './operator-actions.ts';
import { runVerb } from '../operator/socket.ts';
import { harbor, type Caller } from '../testing/caller.ts';
import { freshKey } from '../testing/line-life.ts';
import {
  cards,
  emailWhen,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
  type Cart,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const add = (email: string, dollars: string, ...more: string[]) =>
  runVerb(app.app, ['credit', 'add', email, dollars, ...more]);

async function withCredit(dollars: string) {
  const noa = await newcomer(app);
  expect((await add(noa.email, dollars, '--reason', 'A slow day')).fine).toBe(true);
  return noa;
}
const cartOf = (noa: Caller) => fillCart({ anyone: noa });
const order = async (noa: Caller, cart: Cart, number: string = cards.visa) => {
  const token = await paymentToken(app, number);
  return orderOf(cart, { idempotencyKey: freshKey(), paymentToken: token });
};
const balanceOf = async (noa: Caller) => (await noa.call(viewCredit, {})).balance;

test('[K21] staff give credit with a reason, which the customer reads in ledger, activity and email', async () => {
  const noa = await newcomer(app);
  const given = await add(noa.email, '12.50', '--reason', 'Outage of Nov 3', '--by', 'Sam');
  expect(given).toEqual({
    fine: true,
    text: `${noa.email} has $12.50 of credit now. They are told by email.`,
  });
  const { balance, entries } = await noa.call(viewCredit, {});
  expect(balance).toBe(12.5);
  expect(entries).toMatchObject([{ amount: 12.5, reason: 'From us: Outage of Nov 3' }]);
  const { text } = await emailWhen(app, noa.email, /\$12\.50 of Harbor credit/);
  expect(text).toContain('Outage of Nov 3');
  const { activity } = await noa.call(listActivity, {});
  expect(activity[0]).toMatchObject({
    kind: 'credit_given',
    message: 'Support gave you $12.50 of credit: Outage of Nov 3',
  });
  expect((await runVerb(app.app, ['customer', 'show', noa.email])).text).toContain(
    'Credit: $12.50',
  );
  for (const wrong of [
    await add(noa.email, '5'),
    await add(noa.email, '0', '--reason', 'x'),
    await add(noa.email, '5.5', '--reason', 'x'),
    await add(noa.email, '501', '--reason', 'x'),
    await add('nobody@example.com', '5', '--reason', 'x'),
    await runVerb(app.app, ['credit', 'take', noa.email, '5', '--reason', 'x']),
  ]) {
    expect(wrong.fine).toBe(false);
  }
  expect(await balanceOf(noa)).toBe(12.5);
});

test('[K21] a new line is paid with credit first: its own line on quote, receipt and table', async () => {
  const noa = await withCredit('7.00');
  const cart = await cartOf(noa);
  expect(cart.quote.lines.at(-1)).toEqual({ kind: 'credit', label: 'Credit', amount: -7 });
  // A visitor’s price has none.
  const visitors = await fillCart(app);
  expect(visitors.quote.finalCheckoutAmount).toBeCloseTo(cart.quote.finalCheckoutAmount + 7);
  const { orderId, status } = await noa.call(placeOrder, await order(noa, cart));
  expect(status).toBe('paid');
  const { transaction } = await noa.call(viewOrder, { id: orderId });
  expect(transaction?.paymentDetails).toMatchObject({
    creditUsed: 7,
    finalCheckoutAmount: cart.quote.finalCheckoutAmount,
  });
  expect(await balanceOf(noa)).toBe(0);
  const receipt = await emailWhen(app, noa.email, /receipt/i);
  expect(receipt.text).toMatch(/Credit: -\$7\.00/);
  const table = await app.fetch(exportTransactions.wire.replace('GET ', ''), {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  const [head, newest] = (await table.text()).split('\r\n').map((row) => row.split(','));
  expect(newest?.[head?.indexOf('Credit Used') ?? 0]).toBe('7.00');
  await refundByHand(app.app, orderId, 'Sam');
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await balanceOf(noa)).toBe(7);
});

test('[K21] with credit for all of it no card is needed', async () => {
  const noa = await withCredit('500');
  const cart = await cartOf(noa);
  expect(cart.quote.finalCheckoutAmount).toBe(0);
  const { orderId } = await noa.call(placeOrder, orderOf(cart, {}));
  await orderWhen(app, noa, orderId, 'active');
  const { balance, entries } = await noa.call(viewCredit, {});
  expect(balance).toBeCloseTo(500 + (entries[0]?.amount ?? 0));
  expect(entries[0]?.amount).toBeLessThan(0);
});

test('[K21] two tabs cannot spend the same credit; the second one sees its new price first', async () => {
  const noa = await withCredit('10.00');
  const carts = [await cartOf(noa), await cartOf(noa)];
  expect(carts.map((one) => one.quote.lines.at(-1)?.amount)).toEqual([-10, -10]);
  const orders = await Promise.all(carts.map((cart) => order(noa, cart)));
  const besides: string[] = [];
  const answers = await Promise.allSettled(
    orders.map((one) => noa.call(placeOrder, { ...one, besides })),
  );
  expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const late = answers.findIndex((one) => one.status === 'rejected');
  const again = await noa.refusal(placeOrder, { ...orders[late]!, idempotencyKey: freshKey() });
  expect(again.problem.reason).toBe('quote_expired');
  const { quote } = again.problem as unknown as { quote: Cart['quote'] };
  expect(quote.lines.map((one) => one.kind)).not.toContain('credit');
  const paid = await order(noa, { cartId: carts[late]?.cartId ?? '', quote });
  expect((await noa.call(placeOrder, paid)).status).toBe('paid');
  expect(await balanceOf(noa)).toBe(0);
  const { transactions } = await noa.call(listTransactions, {});
  const used = transactions.map((one) => one.paymentDetails.creditUsed ?? 0);
  expect(used.toSorted((a, b) => a - b)).toEqual([0, 10]);
});

test('[K21] a declined card gives the credit back to other payments', async () => {
  const noa = await withCredit('10.00');
  const cart = await cartOf(noa);
  const declined = await noa.call(placeOrder, await order(noa, cart, cards.declined));
  expect(declined.status).toBe('declined');
  expect(await balanceOf(noa)).toBe(10);
  const paid = await noa.call(placeOrder, await order(noa, cart));
  expect(paid).toMatchObject({ status: 'paid', orderId: declined.orderId });
  expect(await balanceOf(noa)).toBe(0);
});

test('[K21] whatever is bought at the same time, credit is never below zero and each cent is used once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 80 }),
      fc.array(fc.constantFrom(cards.visa, cards.declined), { minLength: 2, maxLength: 4 }),
      async (dollars, numbers) => {
        const noa = await withCredit(String(dollars));
        const orders = await Promise.all(
          numbers.map(async (number) => order(noa, await cartOf(noa), number)),
        );
        await Promise.allSettled(orders.map((one) => noa.call(placeOrder, one)));
        const { balance } = await noa.call(viewCredit, {});
        expect(balance).toBeGreaterThanOrEqual(0);
        const { transactions } = await noa.call(listTransactions, {});
        const used = transactions
          .filter((one) => one.successful)
          .reduce((sum, one) => sum + (one.paymentDetails.creditUsed ?? 0), 0);
        expect(Math.round((balance + used) * 100)).toBe(dollars * 100);
      },
    ),
    { numRuns: 6 },
  );
});
