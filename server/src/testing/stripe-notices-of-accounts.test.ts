import { createHash } from 'node:crypto';
import { placeOrder } from '@portside/contract/checkout';
import { openCardPage } from '@portside/contract/payments';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdapterSettings } from '../settings/adapter-settings.ts';
import {
  openStripe,
  stripeBench,
  tokenOf,
  typedCard,
  walk,
} from '../adapters/payment/stripe/bench.suite.ts';
import { signAsStripe } from '../adapters/payment/stripe/signature.ts';
import { doQueued } from './queued-jobs.ts';
import { openStripeShops, openStripes, paidInto, shopOf, type Stripe } from './brands-on-stripe.ts';
import { mesa } from './chatting.ts';
import { fillCart, newcomer, orderOf, type Shop } from './shopping.ts';
import { freshId } from './stripe/account.ts';
import { openDispute } from './stripe/disputes.ts';
import { warnOfFraud } from './stripe/fraud-warnings.ts';
import { renewMethod } from './stripe/setups.ts';
import type { TestApp } from './test-app.ts';

const visa = '4242424242424242';
const asking = '4000002500003155';

let app: TestApp;
let shop: Shop;
let customer: Awaited<ReturnType<typeof newcomer>>;
/** Mesa's rows are what a notice is about, wherever it comes to. */
let ofMesa: Stripe;

/** No worker: what a notice queues is done by hand, and nothing else happens. */
async function openShop(harbors: AdapterSettings, mesas: AdapterSettings): Promise<void> {
  app = await openStripeShops({ harbor: harbors, mesa: mesas });
  shop = shopOf(app, mesa);
  customer = await newcomer(shop);
}

/** An event, signed by whoever knows the secret; what it did is done at once. */
async function tell(address: string, secret: string, object: string, id: string) {
  const event = { id: freshId('evt'), type: `${object}.updated`, data: { object: { id, object } } };
  const body = JSON.stringify(event);
  const headers = { 'stripe-signature': signAsStripe(body, secret, app.clock.now()) };
  const answer = await app.fetch(`/app/notices/payment/${address}`, {
    method: 'POST',
    headers,
    body,
  });
  expect(answer.status).toBe(200);
  return doQueued(app.app, /-changed$/);
}

const changeable = ['orders', 'charges', 'refunds', 'disputes', 'transactions', 'cards'];
const moreChangeable = ['fraud_warnings', 'card_setups', 'lines', 'credit_entries'];

/** A print of each table that a notice of a payment could change. */
async function rows(): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const table of [...changeable, ...moreChangeable]) {
    const found = await sql`select * from ${sql.table(table)} order by id`.execute(
      app.app.db.query,
    );
    prints[table] = createHash('sha256').update(JSON.stringify(found.rows)).digest('hex');
  }
  return prints;
}

async function buys(number: string) {
  const paymentToken = await tokenOf(ofMesa.stripe, number);
  const order = orderOf(await fillCart(shop), { paymentToken, saveCard: true });
  const { orderId, redirectUrl = '' } = await customer.call(placeOrder, order);
  const { rows: charges } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${orderId}`.execute(app.app.db.query);
  return { orderId, redirectUrl, paymentRef: charges[0]?.ref ?? '' };
}

/** Each: something at Mesa that a notice of this kind, and of this name, will change. */
const kinds = {
  async payment_intent() {
    const { redirectUrl, paymentRef } = await buys(asking);
    await stripeBench(ofMesa).answerBank(redirectUrl, 'complete');
    return paymentRef;
  },
  async refund() {
    const { paymentRef } = await buys(visa);
    const { secretKey } = ofMesa.settings;
    const answer = await fetch(`${ofMesa.stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'stripe-version': '2026-10-28.endive',
        'idempotency-key': `by hand ${paymentRef}`,
      },
      body: new URLSearchParams({ payment_intent: paymentRef }),
    });
    return ((await answer.json()) as { id: string }).id;
  },
  async dispute() {
    const { paymentRef } = await buys(visa);
    return openDispute(ofMesa.stripe.account, paymentRef);
  },
  async 'radar.early_fraud_warning'() {
    const { paymentRef } = await buys(visa);
    return warnOfFraud(ofMesa.stripe.account, paymentRef);
  },
  async 'checkout.session'() {
    const { url, sessionId } = await customer.call(openCardPage, {});
    await walk(url, typedCard('5555555555554444'));
    return sessionId;
  },
  async payment_method() {
    await buys(visa);
    const { account } = ofMesa.stripe;
    const saved = [...account.methods.values()].findLast((one) => one.customer !== null);
    renewMethod(account, saved?.id ?? '', '08/34');
    return saved?.id ?? '';
  },
} satisfies Record<string, () => Promise<string>>;
const names = Object.keys(kinds) as (keyof typeof kinds)[];

describe('two brands, each with its own account', () => {
  let ofHarbor: Stripe;
  beforeAll(async () => {
    ({ harbor: ofHarbor, mesa: ofMesa } = await openStripes(() => app.clock.now()));
    await openShop(paidInto(ofHarbor), paidInto(ofMesa));
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([ofHarbor.stripe.close(), ofMesa.stripe.close()]);
  });

  test.each(names)(
    '[M02] a notice of a %s in one brand’s account changes nothing at the other',
    async (kind) => {
      const id = await kinds[kind]();
      // Whoever has Harbor's account tells there what they like.
      const [theirs, ours] = [ofHarbor.stripe.account, ofMesa.stripe.account];
      for (const each of [
        'intents',
        'refunds',
        'disputes',
        'warnings',
        'sessions',
        'methods',
      ] as const) {
        for (const [ref, one] of ours[each]) (theirs[each] as Map<string, unknown>).set(ref, one);
      }
      const before = await rows();
      const done = await tell('harbor', ofHarbor.settings.webhookSecret, kind, id);
      expect(done).toHaveLength(1);
      expect(done[0]).not.toContain(':');
      expect(await rows()).toEqual(before);
      await tell('mesa', ofMesa.settings.webhookSecret, kind, id);
      expect(await rows()).not.toEqual(before);
    },
  );

  test('[M02] a dispute that is called like the other brand’s leaves that one as it is', async () => {
    const { paymentRef } = await buys(visa);
    const id = openDispute(ofMesa.stripe.account, paymentRef);
    await tell('mesa', ofMesa.settings.webhookSecret, 'dispute', id);
    // Harbor's own charge, disputed under the same name and lost.
    const { orderId } = await buys(visa);
    await sql`update charges set tenant_id = 6, payment_ref = 'pi_harbor' where owner_id = ${orderId}
    `.execute(app.app.db.query);
    const dispute = ofMesa.stripe.account.disputes.get(id);
    const intent = { ...dispute?.intent, id: 'pi_harbor' };
    ofHarbor.stripe.account.disputes.set(id, { ...dispute, intent, status: 'lost' } as never);
    const before = await rows();
    await tell('harbor', ofHarbor.settings.webhookSecret, 'dispute', id);
    expect(await rows()).toEqual(before);
  });
});

describe('two brands with one account', () => {
  beforeEach(async () => {
    ofMesa = await openStripe('both', { now: () => app.clock.now() });
  });
  afterEach(async () => {
    await app.close();
    await ofMesa.stripe.close();
  });

  test('[M02] one address for both: a notice there is about either', async () => {
    const { settings } = ofMesa;
    await openShop(paidInto(ofMesa), paidInto(ofMesa));
    for (const kind of names) {
      const id = await kinds[kind]();
      const before = await rows();
      const done = await tell('harbor', settings.webhookSecret, kind, id);
      expect(done).toEqual([expect.not.stringContaining(':')]);
      expect(await rows(), kind).not.toEqual(before);
    }
  });

  test('[M02] one address each: every notice comes to both, and acts at its own', async () => {
    await openShop(paidInto(ofMesa, 'whsec_first'), paidInto(ofMesa, 'whsec_second'));
    for (const kind of names) {
      const id = await kinds[kind]();
      const before = await rows();
      await tell('harbor', 'whsec_first', kind, id);
      expect(await rows(), kind).toEqual(before);
      await tell('mesa', 'whsec_second', kind, id);
      expect(await rows(), kind).not.toEqual(before);
    }
  });
});
