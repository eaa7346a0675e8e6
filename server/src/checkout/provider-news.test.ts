import { placeOrder, viewOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carrierNoticeHeaders } from '../adapters/carrier/sandbox/notices.ts';
import { paymentNoticeHeaders } from '../adapters/payment/sandbox/notices.ts';
import { hours, seconds } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { disputesOf, openDisputes } from '../payments/disputes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function buy(card: string) {
  const customer = await newcomer(app);
  const order = orderOf(await fillCart(app), { paymentToken: await paymentToken(app, card) });
  return { customer, ...(await customer.call(placeOrder, order)) };
}

/** A press at the simulated provider. */
async function press(what: string, body: object) {
  const answer = await app.fetch(`/sandbox/pay/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

test('a dispute is noted on the order and shown to the operator, to its end', async () => {
  const { customer, orderId } = await buy(cards.visa);
  const db = app.app.db.query;
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${orderId}`.execute(db);
  const { dispute } = await press('disputes', { payment: rows[0]?.payment });
  const dispute1 = () => disputesOf(db, { kind: 'order', id: orderId });
  await app.eventually(async () => (await dispute1())[0]);
  expect(await dispute1()).toMatchObject([
    {
      disputeRef: dispute,
      status: 'open',
      reason: 'fraudulent',
      owner: { kind: 'order', id: orderId },
    },
  ]);
  expect((await openDisputes(db)).map((one) => one.owner.id)).toEqual([orderId]);
  await press('disputes/move', { dispute, status: 'lost' });
  await app.eventually(async () => ((await dispute1())[0]?.status === 'lost' ? true : undefined));
  expect(await openDisputes(db)).toEqual([]);
  const { text } = await runVerb(app.app, ['customer', 'show', customer.email]);
  expect(text).toMatch(new RegExp(`Disputes:\n.*${orderId}  lost  fraudulent`));
});

test('news of what our books know as paid, or as active, sets off no look; other news does', async () => {
  const db = app.app.db.query;
  /** The looks that news of the order's payment and of its line's activation have set off. */
  const looks = async (orderId: string) => {
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job
      where data ->> 'paymentRef' = (select payment_ref from charges where owner_id = ${orderId})
        or name = 'activation-noticed' and data ->> 'ref' =
          (select activation_ref from lines where order_id = ${orderId})`.execute(db);
    return rows.map((row) => row.name).toSorted();
  };
  /** Payment, activation: their beginnings are told after their ends. */
  const newsOfAll = (orderId: string) =>
    app.eventually(async () => {
      const { rows } = await sql<{ told: number }>`
        select (select count(*) from payment_notices
            where ref = (select payment_ref from charges where owner_id = ${orderId}))
          + (select count(*) from carrier_notices where about = 'activation' and ref =
            (select activation_ref from lines where order_id = ${orderId})) as told`.execute(db);
      app.clock.move(seconds(1));
      return Number(rows[0]?.told) === 4 || undefined;
    });
  const paid = await buy(cards.visa);
  await orderWhen(app, paid.customer, paid.orderId, 'active');
  await newsOfAll(paid.orderId);
  const known = await looks(paid.orderId);
  expect(known).toContain('activation-noticed');
  const { rows } = await sql<{ payment: string; activation: string }>`
    select payment_ref as payment, activation_ref as activation
    from charges join lines on order_id = owner_id where owner_id = ${paid.orderId}`.execute(db);
  const payment = JSON.stringify({
    id: 'evt_more',
    type: 'payment_intent.succeeded',
    data: { object: { id: rows[0]?.payment } },
  });
  const activation = JSON.stringify({
    id: 'msg_more',
    data: { object: 'activation', id: rows[0]?.activation },
  });
  for (const [service, body, headers] of [
    ['payment', payment, paymentNoticeHeaders(app.app, payment)],
    ['carrier', activation, carrierNoticeHeaders(app.app, 'msg_more', activation)],
  ] as const) {
    const answer = await app.fetch(`/app/notices/${service}`, { method: 'POST', headers, body });
    expect([service, answer.status]).toEqual([service, 200]);
    expect(await looks(paid.orderId)).toEqual(known);
  }
  const confirmed = await buy(cards.confirms);
  const ref = (confirmed as { redirectUrl: string }).redirectUrl.split('/').at(-1) ?? '';
  await app.fetch(`/sandbox/pay/confirm/${ref}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=complete',
    redirect: 'manual',
  });
  await orderWhen(app, confirmed.customer, confirmed.orderId, 'active');
  expect(await looks(confirmed.orderId)).toContain('payment-changed');
});

test('a lost answer is looked up before its key is sent again once the provider may have forgotten it', async () => {
  const { customer, orderId, status } = await buy(cards.unknown);
  expect(status).toBe('placed');
  // The card's token is too old by now: sent again as a new charge, it would be declined.
  app.clock.move(hours(25));
  const order = await orderWhen(app, customer, orderId, 'paid', 'activating', 'active', 'declined');
  expect(order.status).not.toBe('declined');
  const { rows } = await sql<{ status: string }>`
    select status from sandbox_pay_charges where owner_id = ${orderId}`.execute(app.app.db.query);
  expect(rows).toEqual([{ status: 'paid' }]);
  expect((await customer.call(viewOrder, { id: orderId })).transaction?.outcome).toBe('paid');
});
