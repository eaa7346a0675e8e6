import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dollars } from '../money.ts';
import { runVerb } from '../operator/socket.ts';
import {
  anEsim,
  fillSeveral,
  type FurtherLine,
  orderSeveral,
  purchaseOf,
  purchaseWhen,
  severalPlans,
} from '../testing/buying-lines.ts';
import { harbor } from '../testing/caller.ts';
import { learnsLate } from '../testing/porting.ts';
import { newcomer } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, carrier: learnsLate(opened.carrier) }) },
  });
});
afterAll(() => app.close());

/** The carrier learns too late that they are in use. */
const refused = { simType: 'physical', iccid: '8901410000000000019' } as const;
const alsoRefused = { simType: 'physical', iccid: '8901410000000000029' } as const;

async function buy(plans: readonly string[], first: FurtherLine, ...more: FurtherLine[]) {
  const noa = await newcomer(app);
  const order = await orderSeveral(app, await fillSeveral(app, plans), { ...first, more });
  const { orderId } = await noa.call(placeOrder, order);
  /** Pressed again, as after a lost answer. */
  return { noa, orderId, again: () => noa.call(placeOrder, order) };
}

const totalOf = async (leadId: string, at: number) => {
  const amounts = (await purchaseOf(app, leadId))[at]?.quote.amounts;
  return money(dollars(amounts?.finalCheckoutAmount ?? 0));
};

test('[P03] a cart whose first line is refused was paid: the answer says which line, how much, and that the others stay', async () => {
  const { noa, orderId, again } = await buy(severalPlans, refused, anEsim, anEsim);
  const [lead, second] = await purchaseWhen(app, orderId, 'refunded', 'paid', 'paid');
  const answer = await again();
  expect(answer).toMatchObject({ orderId, status: 'paid' });
  const plan = lead?.quote.planName;
  expect(answer.message).toBe(
    `We received your payment. Line 1, ${plan}: we couldn’t set it up and refunded ${await totalOf(orderId, 0)}. Your other lines stay as they are.`,
  );
  const view = await noa.call(viewOrder, { id: orderId });
  expect(view).toMatchObject({ status: 'refunded', payment: answer });
  const { payment } = await noa.call(viewOrder, { id: second?.id ?? '' });
  expect(payment).toMatchObject({ orderId: second?.id, status: 'paid', message: answer.message });
});

test('[P03] what people give back of one line is told as that, in the reader’s language too', async () => {
  const { noa, orderId } = await buy(severalPlans.slice(0, 2), anEsim, anEsim);
  const [, second] = await purchaseWhen(app, orderId, 'paid', 'paid');
  await runVerb(app.app, ['order', 'refund', second?.id ?? '']);
  await purchaseWhen(app, orderId, 'paid', 'refunded');
  const { payment } = await noa.call(viewOrder, { id: second?.id ?? '' });
  const [plan, total] = [second?.quote.planName, await totalOf(orderId, 1)];
  expect(payment.message).toBe(
    `We received your payment. Line 2, ${plan}: we refunded ${total}. Your other lines stay as they are.`,
  );
  const answer = await app.fetch(`/app/checkout/orders/${orderId}`, {
    headers: { ...harbor, authorization: `Bearer ${noa.token}`, 'accept-language': 'es' },
  });
  const spanish = (await answer.json()) as { payment: { message: string } };
  expect(spanish.payment.message).toMatch(/^Recibimos su pago\. Línea 2, .*: le reembolsamos \$/);
  expect(spanish.payment.message).not.toMatch(/\b(?:Line|your|lines)\b/);
});

test('[P03] when all lines are refused the order is closed, and each is named', async () => {
  const { orderId, again } = await buy(severalPlans.slice(0, 2), refused, alsoRefused);
  const all = await purchaseWhen(app, orderId, 'refunded', 'refunded');
  const answer = await again();
  expect(answer).toMatchObject({ orderId, status: 'refunded' });
  const said = await Promise.all(
    all.map(
      async ({ quote }, at) =>
        `Line ${at + 1}, ${quote.planName}: we couldn’t set it up and refunded ${await totalOf(orderId, at)}.`,
    ),
  );
  expect(answer.message).toBe(`${said.join(' ')} Choose a plan again to start a new order.`);
});
