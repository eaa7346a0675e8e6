import { placeOrder } from '@portside/contract/checkout';
import { listTransactions } from '@portside/contract/payments';
import { sql } from 'kysely';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { harbor } from '../testing/caller.ts';
import { learnsLate } from '../testing/porting.ts';
import {
  cards,
  fillCart,
  emailWhen,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let folder: string;
/** Harbor without fees and taxes, so that a promo code can take everything off, or nearly. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portside-brands-'));
  await cp(resolve(import.meta.dirname, '../../../brands'), folder, { recursive: true });
  const file = join(folder, 'harbor/brand.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  const change = {
    fees: { activationCents: 0, regulatoryCents: 0 },
    promoCodes: [
      { code: 'FREE', percentOff: 100 },
      { code: 'NEARLY', percentOff: 99 },
    ],
  };
  await writeFile(file, JSON.stringify({ ...settings, ...change }));
  app = await openTestApp({
    config: { brandsFolder: folder },
    overrides: {
      adapters: (opened) => ({
        ...opened,
        carrier: learnsLate(opened.carrier),
        tax: { ...opened.tax, taxes: async () => ({ lines: [], estimated: false }) },
      }),
    },
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const chargesOf = async (orderId: string) => {
  const { rows } =
    await sql`select ref from sandbox_pay_charges where owner_id = ${orderId}`.execute(
      app.app.db.query,
    );
  return rows;
};

test('an order with nothing to pay is paid without a card and without the provider', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app, { promoCode: 'FREE' });
  expect(cart.quote.finalCheckoutAmount).toBe(0);
  const answer = await customer.call(placeOrder, orderOf(cart, {}));
  expect(answer.status).toBe('paid');
  expect(answer.message).toBe('There was nothing to charge, and we’re setting up your line.');
  const again = await customer.call(placeOrder, orderOf(cart, { idempotencyKey: 'again-free-1' }));
  expect(again).toMatchObject({ status: 'paid', orderId: answer.orderId });
  const order = await orderWhen(app, customer, answer.orderId, 'active');
  expect(order.transaction).toMatchObject({ outcome: 'paid', last4DigitCard: '' });
  expect(await chargesOf(answer.orderId)).toEqual([]);
  const { transactions } = await customer.call(listTransactions, {});
  expect(transactions.map((one) => one.paymentDetails.finalCheckoutAmount)).toEqual([0]);
  const mail = await emailWhen(app, customer.email, /Receipt: \$0\.00/);
  expect(mail.text).toContain('There was nothing to pay');
  const receipt = await app.fetch(`/app/payments/transactions/${transactions[0]?.id}/receipt`, {
    headers: { ...harbor, authorization: `Bearer ${customer.token}` },
  });
  const page = await receipt.text();
  expect(page).toContain('Total paid');
  expect(page).not.toContain('Payment Method');
});

test('a free order that the carrier refuses is over, and nobody is told of money coming back', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app, { promoCode: 'FREE' });
  const sim = { simType: 'physical', iccid: '8901410000000000019' } as const;
  const { orderId } = await customer.call(placeOrder, orderOf(cart, sim));
  await orderWhen(app, customer, orderId, 'refunded');
  const mail = await emailWhen(app, customer.email, /^We couldn’t set up your Harbor line$/);
  expect(mail.text).toContain('nothing to refund');
});

test('a total below what the provider charges is told at the promo code, and no order is left', async () => {
  const customer = await newcomer(app);
  const cart = await fillCart(app, { promoCode: 'NEARLY' });
  expect(cart.quote.finalCheckoutAmount).toBeGreaterThan(0);
  expect(cart.quote.finalCheckoutAmount).toBeLessThan(0.5);
  const order = orderOf(cart, { paymentToken: await paymentToken(app, cards.visa) });
  const { status, problem } = await customer.refusal(placeOrder, order);
  expect([status, problem.reason]).toEqual([422, 'amount_too_small']);
  expect(problem.errors?.map((one) => one.field)).toEqual(['promoCode']);
  const { rows } = await sql`select id from orders where cart_id = ${cart.cartId}`.execute(
    app.app.db.query,
  );
  expect(rows).toEqual([]);
  const fuller = await fillCart(app, { cartId: cart.cartId });
  const paid = { paymentToken: order.paymentToken ?? '' };
  expect((await customer.call(placeOrder, orderOf(fuller, paid))).status).toBe('paid');
});
