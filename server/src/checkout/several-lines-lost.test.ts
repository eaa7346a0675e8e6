import { placeOrder } from '@portside/contract/checkout';
import { viewCredit } from '@portside/contract/credit';
import { listLines } from '@portside/contract/lines';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { PaymentPort } from '../adapters/payment/payment.ts';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { handlers } from '../slices.ts';
import type { Caller } from '../testing/caller.ts';
import { given } from '../testing/household.ts';
import { inTime } from '../testing/passing-time.ts';
import {
  buySeveral,
  chargedFor,
  fillSeveral,
  orderSeveral,
  purchaseOf,
  purchaseWhen,
  severalPlans,
} from '../testing/buying-lines.ts';
import { cards, newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** So many of the provider's answers to a charge are lost, after it was made. */
let lost = 0;
beforeAll(async () => {
  const forgetful = (payment: PaymentPort): PaymentPort => ({
    ...payment,
    async charge(request) {
      const charged = await payment.charge(request);
      if (lost <= 0) return charged;
      lost -= 1;
      throw new OutsideFailure('payment', 'unknown');
    },
  });
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, payment: forgetful(opened.payment) }) },
  });
});
afterAll(() => app.close());

const idsOf = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
const cents = (dollars: number) => Math.round(dollars * 100);
const activeLines = (customer: Caller, count: number) =>
  inTime(app, async () => {
    const { lines } = await customer.call(listLines, {});
    return lines.filter(({ status }) => status === 'active').length === count ? lines : undefined;
  });

test('[P03] charged, and nobody has written it down: the job does, for all lines and once', async () => {
  lost = 2;
  const customer = await newcomer(app);
  const { cart, orderId, status } = await buySeveral(app, customer);
  expect(status).toBe('placed');
  const orders = await purchaseOf(app, orderId);
  expect(orders.map((one) => one.status)).toEqual(['placed', 'placed', 'placed']);
  await purchaseWhen(app, orderId, 'paid', 'paid', 'paid');
  expect(await chargedFor(app, idsOf(orders))).toEqual([
    { status: 'paid', cents: cents(cart.quote.finalCheckoutAmount), owner: orderId },
  ]);
  await activeLines(customer, 3);
});

test('[P03] half an hour at the bank’s page: all lines are given up together, and nothing is charged', async () => {
  const customer = await newcomer(app);
  const { cart, orderId } = await buySeveral(app, customer, severalPlans, {
    number: cards.confirms,
  });
  app.clock.move(minutes(31));
  // By the clock, it would come with the next minute.
  await handlers.find(({ job }) => job.name === 'give-up-confirmations')?.run(app.app, {});
  const orders = await purchaseWhen(app, orderId, 'cancelled', 'cancelled', 'cancelled');
  expect(await chargedFor(app, idsOf(orders))).toMatchObject([{ status: 'cancelled' }]);
  const { quoteId } = (
    await fillSeveral({ anyone: customer }, severalPlans, { cartId: cart.cartId })
  ).quote;
  const again = await orderSeveral(app, cart, { quoteId, idempotencyKey: `${cart.cartId}:2` });
  expect(await customer.call(placeOrder, again)).toMatchObject({ status: 'paid', orderId });
});

test('[K21] [P03] two tabs pay one cart whose further lines use credit: one payment, the credit once', async () => {
  const noa = await newcomer(app);
  const said = ['--reason', 'A slow day'];
  await runVerb(app.app, ['credit', 'add', noa.email, '60', ...said]);
  const cart = await fillSeveral({ anyone: noa });
  expect(cart.quote.parts?.[1]?.lines.at(-1)?.kind).toBe('credit');
  const order = await orderSeveral(app, cart, { number: cards.unknown });
  const answers = await Promise.all(
    [1, 2, 3, 4].map((tab) =>
      noa.call(placeOrder, { ...order, idempotencyKey: `${cart.cartId}:tab${tab}` }),
    ),
  );
  const leadId = answers[0]?.orderId ?? '';
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1);
  await purchaseWhen(app, leadId, 'paid', 'paid', 'paid');
  expect((await noa.call(viewCredit, {})).balance).toBe(0);
  expect(await chargedFor(app, idsOf(await purchaseOf(app, leadId)))).toHaveLength(1);
});

test('[P03] [P04] who manages another’s line buys several of their own', async () => {
  const { omar } = await given(app, 'manager');
  const { orderId, status } = await buySeveral(app, omar);
  expect(status).toBe('paid');
  const orders = await purchaseOf(app, orderId);
  expect(orders.map(({ payer_customer_id }) => payer_customer_id)).toEqual([null, null, null]);
  await activeLines(omar, 4);
});
