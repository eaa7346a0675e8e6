import { askQuote, placeOrder } from '@portside/contract/checkout';
import { listPlans } from '@portside/contract/plans';
import { register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { crashTests, crowd, type Moment } from '../testing/crash-tests.ts';
import type { Product } from '../testing/fragile-product.ts';
import { orderOf } from '../testing/shopping.ts';

const usual: readonly Moment[] = [
  ['transaction:after', 9],
  ['payment.charge:after', 6],
  ['carrier.activate:after', 5],
  ['mail.send:after', 8],
];
/** In the longer form only. */
const more: readonly Moment[] = [
  ['transaction:before', 4],
  ['payment.createCustomer:after', 5],
  ['payment.charge:before', 6],
  ['carrier.reserveNumber:after', 4],
  ['carrier.activate:before', 5],
  ['carrier.viewActivation:after', 5],
  ['payment.createCustomer:before', 5],
  ['carrier.reserveNumber:before', 4],
  ['mail.send:before', 8],
];

const ORDERS = crowd(20);

interface Shopper {
  caller: Caller;
  order: ReturnType<typeof orderOf>;
}

let shoppers: { token: string; order: ReturnType<typeof orderOf> }[];

async function comeToPay(product: Product, i: number) {
  const anyone = callerAt(product.address, undefined);
  const email = `shopper${i}@example.com`;
  const { token } = await anyone.call(register, {
    firstName: 'Sam',
    lastName: 'Shopper',
    email,
    regPassword: 'Anchor7!',
    confirmRegPassword: 'Anchor7!',
  });
  const { plans } = await anyone.call(listPlans, {});
  const cartId = `crash-cart-${i}`;
  const quote = await anyone.call(askQuote, {
    planId: plans[i % plans.length]?.id ?? '',
    zipCode: '10038',
    cartId,
  });
  const answer = await fetch(`${product.address}/sandbox/pay/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      number: '4242424242424242',
      expiry: '12/39',
      cvv: '123',
      cardholderName: 'Sam Shopper',
    }),
  });
  const { paymentToken } = (await answer.json()) as { paymentToken: string };
  return { token, order: orderOf({ cartId, quote }, { paymentToken, saveCard: i % 3 === 0 }) };
}

function shoppersAt({ address }: Product): Shopper[] {
  return shoppers.map(({ token, order }) => ({ caller: callerAt(address, token), order }));
}

/** Our books, the provider's and the carrier's say the same of every order. */
async function expectBooksToAgree(settings: DatabaseSettings, known: Set<string>): Promise<void> {
  const db = await openDatabase(settings);
  try {
    const { rows } = await sql<{
      id: string;
      status: string;
      charges: number;
      transactions: number;
      paid_at_provider: number;
      lines: number;
      line_status: string | null;
    }>`
      select o.id, o.status,
        (select count(*) from charges c where c.owner_id = o.id and c.status = 'paid') as charges,
        (select count(*) from transactions t where t.owner_id = o.id and t.successful) as transactions,
        (select count(*) from sandbox_pay_charges p
          where p.owner_id = o.id and p.status = 'paid') as paid_at_provider,
        (select count(*) from lines l where l.order_id = o.id) as lines,
        (select status from lines l where l.order_id = o.id) as line_status
      from orders o`.execute(db.query);
    for (const row of rows) {
      expect(row, row.id).toMatchObject({
        status: 'paid',
        charges: 1,
        transactions: 1,
        paid_at_provider: 1,
        lines: 1,
        line_status: 'active',
      });
    }
    const ids = new Set(rows.map((row) => row.id));
    expect(
      [...known].filter((id) => !ids.has(id)),
      'orders that were answered for',
    ).toEqual([]);
    const numbers = await sql<{
      mdn: string;
    }>`select mdn from lines where order_id is not null`.execute(db.query);
    expect(new Set(numbers.rows.map((one) => one.mdn)).size).toBe(rows.length);
    const emails = await sql<{ n: number }>`
      select count(*) as n from sandbox_mail where subject ilike '%receipt%'`.execute(db.query);
    expect(emails.rows[0]?.n).toBe(rows.length);
  } finally {
    await db.close();
  }
}

crashTests({
  usual,
  more,
  concurrent: true,
  title: (at, hit) =>
    `after a crash at ${at}, the ${hit}th time, no order is lost, none charged twice, all come to their end`,
  async prepare(product) {
    shoppers = await Promise.all(Array.from({ length: ORDERS }, (_, i) => comeToPay(product, i)));
  },
  async before(doomed) {
    const sent = shoppersAt(doomed).map((one) => one.caller.call(placeOrder, one.order));
    const answers = await Promise.allSettled(sent);
    return answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.orderId] : []));
  },
  async after(again, promised) {
    // Every other customer tries again with the same key; the rest just wait.
    const back = shoppersAt(again).filter((_, i) => i % 2 === 0);
    const retried = await Promise.all(back.map((one) => one.caller.call(placeOrder, one.order)));
    return new Set([...promised, ...retried.map((one) => one.orderId)]);
  },
  holds: expectBooksToAgree,
});
