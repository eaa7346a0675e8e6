import { placeOrder } from '@portside/contract/checkout';
import { runVerb } from '../operator/socket.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import type { TestApp } from '../testing/test-app.ts';

/** An order whose refund the bank refused. */
export async function owedRefund(app: TestApp): Promise<string> {
  const press = (mode: string) =>
    app.fetch('/sandbox/pay/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, cards.visa) });
  const { orderId } = await customer.call(placeOrder, order);
  await orderWhen(app, customer, orderId, 'active');
  await press('no_refunds');
  await runVerb(app.app, ['order', 'refund', orderId]);
  await orderWhen(app, customer, orderId, 'refund_failed');
  await press('none');
  return orderId;
}
