import { placeOrder } from '@portside/contract/checkout';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOfRow } from '../http/who.ts';
import { chargeOwners, handlers } from '../slices.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { askProvider, recordCharge, requestCharge } from './charges.ts';
import { handlersFor } from './jobs.ts';
import { routePayment } from './news.ts';
import type { Attempt, OwnerKind, OwnerNews, Owners } from './owner.ts';
import { recordRefund } from './refunds.ts';
import { sumUp } from './amounts.ts';
import { viewCharge } from './charges.ts';

/** A second thing that is paid for, which the product does not have yet. */
const renewal = 'renewal' as OwnerKind;

interface Heard {
  by: string;
  kind: string;
  id: string;
  about: 'payment' | 'refund';
}
const heard: Heard[] = [];

/** The same slice, and what it was told. */
const noted = (by: string, news: OwnerNews): OwnerNews => ({
  paymentChanged(app, one) {
    heard.push({ by, kind: one.kind, id: one.id, about: 'payment' });
    return news.paymentChanged(app, one);
  },
  refundChanged(app, one, refund) {
    heard.push({ by, kind: one.kind, id: one.id, about: 'refund' });
    return news.refundChanged(app, one, refund);
  },
});

const renewals: OwnerNews = {
  async paymentChanged(app, one) {
    const charge = await askProvider(app, one);
    if (charge) await app.db.transaction((tx) => recordCharge(app, tx, one, charge));
  },
  async refundChanged(app, one, refund) {
    await app.db.transaction((tx) => recordRefund(app, tx, one, refund));
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['api']) } });
  const owners: Owners & { renewal: OwnerNews } = {
    order: noted('checkout', chargeOwners.order),
    renewal: noted('renewals', renewals),
  };
  const routed = handlersFor(owners);
  const names = new Set(routed.map((one) => one.job.name));
  const others = handlers.filter((one) => !names.has(one.job.name));
  await app.app.jobs.work(app.app, [...others, ...routed], []);
});
afterAll(() => app.close());

/** A charge of a renewal, asked for once; the bank wants to be asked. @returns the payment */
async function renew(one: Attempt, customerId: string): Promise<string> {
  const paymentTokenOfCard = await paymentToken(app, cards.confirms);
  await app.app.db.transaction((tx) =>
    requestCharge(app.app, tx, {
      ...one,
      owner: ownerOfRow({ tenant_id: 6, customer_id: customerId }),
      payer: ownerOfRow({ tenant_id: 6, customer_id: customerId }),
      transactionKind: 'new_line',
      idempotencyKey: one.id,
      item: 'Sloop',
      language: 'en',
      amounts: sumUp([
        {
          kind: 'plan',
          name: 'Sloop',
          cents: 2500,
        },
      ]),
      customer: [],
      seller: null,
      present: true,
      method: {
        kind: 'token',
        paymentToken: paymentTokenOfCard,
        save: false,
      },
    }),
  );
  await renewals.paymentChanged(app.app, one);
  return paymentOf(one.id);
}

async function paymentOf(id: string): Promise<string> {
  const { rows } = await sql<{ payment: string }>`
    select payment_ref as payment from charges where owner_id = ${id}`.execute(app.app.db.query);
  return rows[0]?.payment ?? '';
}

const atProvider = (path: string, body: object) =>
  app.fetch(`/sandbox/pay/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
  });

async function order() {
  const customer = await newcomer(app);
  const token = await paymentToken(app, cards.confirms);
  const placed = orderOf(await fillCart(app), { paymentToken: token });
  const { orderId: id } = await customer.call(placeOrder, placed);
  return { customer, id, payment: await paymentOf(id) };
}

const told = (by: string, about: Heard['about']) =>
  [...new Set(heard.filter((one) => one.by === by && one.about === about).map((one) => one.id))]
    // The order in which notices arrive is nobody's promise.
    .toSorted();

test('ten of ten notices reach the slice that asked for the money, and none another one', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, order));
  const { rows } = await sql<{ id: string }>`
    select id from customers where email = ${orders[0]?.customer.email}`.execute(app.app.db.query);
  const renewalOf = (at: number): Attempt => ({ kind: renewal, id: `rnw_${at}`, attempt: 1 });
  const ten = Array.from({ length: 10 }, (_, at) => renewalOf(at));
  const payments: string[] = [];
  for (const one of ten) payments.push(await renew(one, rows[0]?.id ?? ''));
  for (const payment of [...payments, ...orders.map((one) => one.payment)]) {
    await atProvider(`confirm/${payment}`, { outcome: 'complete' });
  }
  for (const one of ten) {
    await app.eventually(async () => {
      const { status } = await viewCharge(app.app.db.query, one);
      return status === 'paid' || undefined;
    });
  }
  for (const one of orders) await orderWhen(app, one.customer, one.id, 'activating', 'active');
  expect(told('renewals', 'payment')).toEqual(ten.map((one) => one.id).toSorted());
  expect(told('checkout', 'payment')).toEqual(orders.map((one) => one.id).toSorted());

  await atProvider('refunds', { payment: payments[3] });
  await atProvider('refunds', { payment: orders[2]?.payment });
  await app.eventually(async () => {
    const { status } = await viewCharge(app.app.db.query, renewalOf(3));
    return status === 'refunded' || undefined;
  });
  const last = orders[2];
  if (last) await orderWhen(app, last.customer, last.id, 'refunded');
  expect(told('renewals', 'refund')).toEqual(['rnw_3']);
  expect(told('checkout', 'refund')).toEqual([last?.id]);

  const unknown = routePayment(app.app, chargeOwners, { paymentRef: payments[0] ?? '' });
  await expect(unknown).rejects.toThrow('No slice takes news of renewal rnw_0');
});
