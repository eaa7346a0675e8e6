import { placeOrder } from '@portside/contract/checkout';
import { openCardPage } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenOf, typedCard, walk } from '../adapters/payment/stripe/bench.suite.ts';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { handlers } from '../slices.ts';
import {
  openStripeShops,
  openStripes,
  paidInto,
  shopOf,
  type Stripe,
} from '../testing/brands-on-stripe.ts';
import { harbor } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { fillCart, newcomer, orderOf } from '../testing/shopping.ts';
import type { TestApp } from '../testing/test-app.ts';

let app: TestApp;
let ofHarbor: Stripe;
let ofMesa: Stripe;

beforeAll(async () => {
  ({ harbor: ofHarbor, mesa: ofMesa } = await openStripes(() => app.clock.now()));
  app = await openStripeShops({ harbor: paidInto(ofHarbor), mesa: paidInto(ofMesa) });
});
afterAll(async () => {
  await app.close();
  await Promise.all([ofHarbor.stripe.close(), ofMesa.stripe.close()]);
});

const sweeps = async (name: string) =>
  handlers.find(({ job }) => job.name === name)?.run(app.app, {});

/** @param isKnown whether it is known at once how the payment ended */
async function buys(client: Record<string, string>, { stripe }: Stripe, isKnown = true) {
  const shop = shopOf(app, client);
  const customer = await newcomer(shop);
  const paymentToken = await tokenOf(stripe, '4242424242424242');
  const order = orderOf(await fillCart(shop), { paymentToken });
  if (!isKnown) stripe.breakNext('forbidden');
  const { orderId, status } = await customer.call(placeOrder, order);
  expect(status).toBe(isKnown ? 'paid' : 'placed');
  return orderId;
}

test('[M03] a brand whose account is silent keeps no other brand’s orders waiting', async () => {
  const returned = await buys(mesa, ofMesa);
  await runVerb(app.app, ['order', 'refund', returned]);
  const open = await buys(mesa, ofMesa, false);
  for (let count = 0; count < 3; count += 1) await buys(harbor, ofHarbor, false);
  ofHarbor.stripe.breakNext('late_answer', 100);
  app.clock.move(minutes(3));
  const sweeping = sweeps('finish-orders');
  await app.eventually(async () => {
    const { rows } = await sql<{ status: string }>`select status from orders
      where id in (${open}, ${returned}) order by status`.execute(app.app.db.query);
    return rows.map(({ status }) => status).join(' ') === 'paid refunded' || undefined;
  });
  ofHarbor.stripe.mend();
  await sweeping;
});

test('[M03] … and no other brand’s cards', async () => {
  const customers = [await newcomer(shopOf(app, mesa))];
  for (let count = 0; count < 3; count += 1) customers.push(await newcomer(shopOf(app, harbor)));
  for (const customer of customers) {
    const { url } = await customer.call(openCardPage, {});
    await walk(url, typedCard('5555555555554444'));
  }
  ofHarbor.stripe.breakNext('late_answer', 100);
  app.clock.move(minutes(11));
  const sweeping = sweeps('finish-card-setups');
  await app.eventually(async () => {
    const { rows } = await sql`select id from cards where tenant_id = 7`.execute(app.app.db.query);
    return rows.length === 1 || undefined;
  });
  ofHarbor.stripe.mend();
  await sweeping;
});
