import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askQuote, placeOrder } from '@portside/contract/checkout';
import { listPlans } from '@portside/contract/plans';
import { register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type DatabaseSettings } from '../db/database.ts';
import { callerAt, type Caller } from '../testing/caller.ts';
import { type Product, runFragile } from '../testing/fragile-product.ts';
import { copyDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { orderOf } from '../testing/shopping.ts';

type Moment = readonly [at: string, hit: number];

/** Each a moment at which the power goes, and the how-many-th time it is passed. */
const usual: readonly Moment[] = [
  ['transaction:before', 4],
  ['transaction:after', 9],
  ['payment.createCustomer:after', 5],
  ['payment.charge:before', 6],
  ['payment.charge:after', 6],
  ['carrier.reserveNumber:after', 4],
  ['carrier.activate:before', 5],
  ['carrier.activate:after', 5],
  ['carrier.viewActivation:after', 5],
  ['mail.send:after', 8],
];
/** In the longer form only, with CRASH_ROUNDS set to how often each is tried. */
const more: readonly Moment[] = [
  ['payment.createCustomer:before', 5],
  ['carrier.reserveNumber:before', 4],
  ['mail.send:before', 8],
];

const ORDERS = Number(process.env['CRASH_ORDERS'] ?? 20);
const LONGER = process.env['CRASH_ROUNDS'];
const ROUNDS = Number(LONGER ?? 1);
const moments = LONGER ? [...usual, ...more] : usual;

interface Shopper {
  caller: Caller;
  order: ReturnType<typeof orderOf>;
}

let folder: string;
let prepared: { settings: DatabaseSettings; drop(): Promise<void> };
let shoppers: { token: string; order: ReturnType<typeof orderOf> }[];

/** A product with twenty customers at the last button of the checkout, made once for all moments. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-crash-'));
  prepared = await freshDatabase(join(folder, 'prepared'));
  const product = await runFragile(prepared.settings);
  shoppers = await Promise.all(Array.from({ length: ORDERS }, (_, i) => comeToPay(product, i)));
  await product.stop();
}, 120_000);

afterAll(async () => {
  await prepared.drop();
  await rm(folder, { recursive: true, force: true });
});

for (const [at, hit] of moments) {
  for (let round = 0; round < ROUNDS; round += 1) {
    test.concurrent(`after a crash at ${at} no order is lost, none charged twice, all come to their end${round ? ` (${round + 1})` : ''}`, async () => {
      const copy = await copyDatabase(prepared.settings, join(folder, `${at}-${round}`));
      const products: Product[] = [];
      const open = async (crash?: { at: string; hit: number }) => {
        const product = await runFragile(copy.settings, crash);
        products.push(product);
        return product;
      };
      try {
        const doomed = await open({ at, hit: hit + round });
        const sent = shoppersAt(doomed.address);
        const answers = await Promise.allSettled(
          sent.map((one) => one.caller.call(placeOrder, one.order)),
        );
        expect(await doomed.ended).toBe('SIGKILL');

        const again = await open();
        // Every other customer tries again with the same key; the rest just wait.
        const back = shoppersAt(again.address);
        const retried = await Promise.all(
          back.map(async (one, i) =>
            i % 2 === 0 ? (await one.caller.call(placeOrder, one.order)).orderId : undefined,
          ),
        );
        const promised = answers.flatMap((one) =>
          one.status === 'fulfilled' ? [one.value.orderId] : [],
        );
        const known = new Set([...promised, ...retried.filter((id) => id !== undefined)]);
        await again.settled();
        await again.stop();
        await expectBooksToAgree(copy.settings, known);
      } finally {
        for (const product of products) product.kill();
        await copy.drop();
      }
    }, 180_000);
  }
}

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

function shoppersAt(address: string): Shopper[] {
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
      select count(*) as n from sandbox_mail where subject like '%receipt%'`.execute(db.query);
    expect(emails.rows[0]?.n).toBe(rows.length);
  } finally {
    await db.close();
  }
}
