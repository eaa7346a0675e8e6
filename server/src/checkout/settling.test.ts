import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Charge, RejectedCharge } from '../adapters/payment/payment.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp } from '../testing/test-app.ts';

test('a payment that takes its time has one job that looks, however many others look too', async () => {
  let isSlow = true;
  const slowly = <Answer extends Charge | RejectedCharge>(charge: Answer): Answer | Charge =>
    isSlow && charge.kind !== 'rejected'
      ? { kind: 'processing', paymentRef: charge.paymentRef ?? '' }
      : charge;
  const app = await openTestApp({
    overrides: {
      adapters: (opened) => ({
        ...opened,
        payment: {
          ...opened.payment,
          charge: async (request) => slowly(await opened.payment.charge(request)),
          viewCharge: async (ref) => slowly(await opened.payment.viewCharge(ref)),
        },
      }),
    },
  });
  onTestFinished(() => app.close());
  const db = app.app.db.query;
  const noa = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token });
  const { orderId, status } = await noa.call(placeOrder, order);
  expect(status).toBe('placed');
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(db);
  for (let at = 0; at < 5; at += 1) {
    await noa.call(confirmPayment, { payment: rows[0]?.payment ?? '' });
  }
  const jobs = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'settle-order' and state in ('created', 'retry', 'active')`.execute(db);
  // One that runs writes the next one down before it is over.
  expect(jobs.rows[0]?.count).toBeLessThanOrEqual(2);
  isSlow = false;
  await orderWhen(app, noa, orderId, 'active');
});
