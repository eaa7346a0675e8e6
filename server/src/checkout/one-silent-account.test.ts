import { placeOrder } from '@portside/contract/checkout';
import { openCardPage } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../adapter-settings.ts';
import { openStripe, tokenOf, typedCard, walk } from '../adapters/payment/stripe-bench.suite.ts';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import { seedPlans } from '../seed/plans.ts';
import { handlers } from '../slices.ts';
import { callerAt, harbor } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { fillCart, newcomer, orderOf, type Shop } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

type Stripe = Awaited<ReturnType<typeof openStripe>>;

let app: TestApp;
let ofHarbor: Stripe;
let ofMesa: Stripe;

beforeAll(async () => {
  const now = () => app.clock.now();
  [ofHarbor, ofMesa] = await Promise.all([
    openStripe('harbor', { now }),
    openStripe('mesa', { now }),
  ]);
  const paidBy = ({ settings }: Stripe) => ({
    ...nothingOutside.usual,
    payment: { kind: 'stripe', ...settings } as const,
  });
  const brands = { harbor: paidBy(ofHarbor), mesa: paidBy(ofMesa) };
  app = await openTestApp({
    // No worker: whatever a job would have done is lost, until the sweep.
    config: { roles: new Set(['api']), seed: 'none', adapters: { ...nothingOutside, brands } },
  });
  for (const brand of app.app.brands.all) await seedPlans(app.app, brand);
});
afterAll(async () => {
  await app.close();
  await Promise.all([ofHarbor.stripe.close(), ofMesa.stripe.close()]);
});

const shopOf = (client: Record<string, string>): Shop => ({
  anyone: callerAt(app.address, undefined, () => client),
  with: (token) => callerAt(app.address, token, () => client),
  fetch: (path, init) => app.fetch(path, init),
});

const sweeps = async (name: string) =>
  handlers.find(({ job }) => job.name === name)?.run(app.app, {});

/** @param isKnown whether it is known at once how the payment ended */
async function buys(client: Record<string, string>, { stripe }: Stripe, isKnown = true) {
  const customer = await newcomer(shopOf(client));
  const paymentToken = await tokenOf(stripe, '4242424242424242');
  const order = orderOf(await fillCart(shopOf(client)), { paymentToken });
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
  const customers = [await newcomer(shopOf(mesa))];
  for (let count = 0; count < 3; count += 1) customers.push(await newcomer(shopOf(harbor)));
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
