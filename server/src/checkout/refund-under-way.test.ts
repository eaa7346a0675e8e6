import { viewCredit } from '@portside/contract/credit';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentPort } from '../adapters/payment/payment.ts';
import { runVerb } from '../operator/socket.ts';
import { harbor } from '../testing/caller.ts';
import { withLine } from '../testing/line-life.ts';
import { emailWhen, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { refundByHand } from './operator-actions.ts';
import { refundAgain, refundOrder } from './refunding.ts';

/** Payments whose refunds by the provider's own people are on their way, as it tells. */
const slow = new Set<string>();
const inNoHurry = (port: PaymentPort): PaymentPort => ({
  ...port,
  async viewRefund(refundRef) {
    const seen = await port.viewRefund(refundRef);
    return slow.has(seen.paymentRef) && !seen.key ? { ...seen, kind: 'pending' } : seen;
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({
    overrides: { adapters: (opened) => ({ ...opened, payment: inNoHurry(opened.payment) }) },
  });
});
afterAll(() => app.close());

const PART = 500;

/** A payment that the provider's own people are giving back, as a whole or in part. */
async function beingRefunded(part?: number) {
  const { noa, line } = await withLine(app);
  const db = app.app.db.query;
  const { rows } = await sql<{ id: string; order: string; ref: string; cents: number }>`
    select id, owner_id as order, payment_ref as ref, amount_cents as cents from charges
    where owner_id = (select order_id from lines where id = ${line.id})`.execute(db);
  const [charge] = rows;
  if (!charge) throw new Error('Nobody paid for the line');
  const { order: orderId, ref: paymentRef, cents } = charge;
  slow.add(paymentRef);
  const { refundRef = '' } = await app.adapters.payment.refund({
    key: `sandbox:${orderId}`,
    paymentRef,
    amountCents: part ?? cents,
  });
  await app.eventually(async () => {
    const found = await sql`select from refunds where charge_id = ${charge.id}`.execute(db);
    return found.rows.length === 1 || undefined;
  });
  return { noa, orderId, paymentRef, cents, refundRef };
}

async function givenBack(paymentRef: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`select sum(amount_cents)::int as cents
    from sandbox_pay_refunds where charge_ref = ${paymentRef} and status = 'refunded'`.execute(
    app.app.db.query,
  );
  return rows[0]?.cents ?? 0;
}

test('[M01] while the provider’s people give a part back, we give back the rest of it, and both count', async () => {
  const { noa, orderId, paymentRef, cents } = await beingRefunded(PART);
  // On its way, and the rest stays paid: page and receipt say so.
  const [payment] = (await noa.call(listTransactions, {})).transactions;
  expect(payment).toMatchObject({ outcome: 'paid', refunding: PART / 100 });
  const receipt = await app.fetch(`/app/payments/transactions/${payment?.id}/receipt`, {
    headers: { ...harbor, authorization: `Bearer ${noa.token}` },
  });
  expect(await receipt.text()).toMatch(/Being refunded[^$]*\$5\.00/);
  expect(await refundByHand(app.app, orderId, 'Sam')).toBe('refunding');
  await app.eventually(async () => (await givenBack(paymentRef)) === cents || undefined);
  expect((await orderWhen(app, noa, orderId, 'refunding')).orderId).toBe(orderId);
  slow.delete(paymentRef);
  // No notice tells of it: it is asked for.
  await refundOrder(app.app, orderId);
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await givenBack(paymentRef)).toBe(cents);
});

test('[M01] a refund of the provider’s people that fails after we counted on it can be tried again', async () => {
  const { noa, orderId, paymentRef, cents, refundRef } = await beingRefunded();
  expect(await refundByHand(app.app, orderId, 'Sam')).toBe('refunding');
  slow.delete(paymentRef);
  const answer = await app.fetch('/sandbox/pay/refunds/fail', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refund: refundRef }),
  });
  expect(answer.ok).toBe(true);
  await orderWhen(app, noa, orderId, 'refund_failed');
  expect(await refundAgain(app.app, orderId, 'Sam')).toBe('refunding');
  await orderWhen(app, noa, orderId, 'refunded');
  expect(await givenBack(paymentRef)).toBe(cents);
});

test('[K21] what is on its way back to the card is not given as credit as well', async () => {
  const whole = await beingRefunded();
  const refused = await runVerb(app.app, ['order', 'credit', whole.orderId, '--by', 'Dana']);
  expect(refused.text).toContain('on its way back');
  expect((await whole.noa.call(viewCredit, {})).balance).toBe(0);

  const part = await beingRefunded(PART);
  await runVerb(app.app, ['order', 'credit', part.orderId, '--by', 'Dana']);
  const rest = (part.cents - PART) / 100;
  expect((await part.noa.call(viewCredit, {})).balance).toBe(rest);
  expect((await emailWhen(app, part.noa.email, /as credit/)).text).toContain(`$${rest.toFixed(2)}`);
});
