import { placeOrder } from '@portside/contract/checkout';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStripe, stripeBench, tokenOf } from '../adapters/payment/stripe/bench.suite.ts';
import { minutes } from '../clock.ts';
import { runVerb } from '../operator/socket.ts';
import {
  openStripeShops,
  openStripes,
  paidInto,
  shopOf,
  type Stripe,
} from '../testing/brands-on-stripe.ts';
import { harbor } from '../testing/caller.ts';
import { mesa } from '../testing/chatting.ts';
import { doQueued } from '../testing/queued-jobs.ts';
import { fillCart, newcomer, orderOf } from '../testing/shopping.ts';
import type { TestApp } from '../testing/test-app.ts';

let app: TestApp;
let ofHarbor: Stripe;
let ofMesa: Stripe;
const logged: string[] = [];
const visa = '4242424242424242';
const asking = '4000002500003155';
/** Mesa's account answers with what nobody has foreseen. */
let isOdd = false;

async function openShops(brands: Parameters<typeof openStripeShops>[0]) {
  app = await openStripeShops(brands, {
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    adapters: (set, tenant) => ({
      ...set,
      payment: {
        ...set.payment,
        async listBooks(which) {
          if (isOdd && tenant === 7) throw new TypeError('no such field');
          return set.payment.listBooks(which);
        },
      },
    }),
  });
}

async function buys(client: Record<string, string>, { stripe }: Stripe, card: string) {
  const shop = shopOf(app, client);
  const customer = await newcomer(shop);
  const paymentToken = await tokenOf(stripe, card);
  const order = orderOf(await fillCart(shop), { paymentToken });
  const { orderId, redirectUrl = '' } = await customer.call(placeOrder, order);
  const { rows } = await sql<{ ref: string }>`
    select payment_ref as ref from charges where owner_id = ${orderId}`.execute(app.app.db.query);
  return { orderId, redirectUrl, ref: rows[0]?.ref ?? '' };
}

const reconcile = () => runVerb(app.app, ['reconcile']);
const doctor = async () => (await runVerb(app.app, ['doctor'])).text;
const gauge = async () => {
  const text = await (await app.fetch('/metrics')).text();
  return /portside_books\{kind="unread"\} (\d+)/.exec(text)?.[1];
};

describe('each brand with its own account', () => {
  beforeAll(async () => {
    ({ harbor: ofHarbor, mesa: ofMesa } = await openStripes(() => app.clock.now()));
    await openShops({ harbor: paidInto(ofHarbor), mesa: paidInto(ofMesa) });
  });
  afterAll(async () => {
    await app.close();
    await Promise.all([ofHarbor.stripe.close(), ofMesa.stripe.close()]);
  });

  test('[M03] a brand whose account cannot be read is named, and all others are compared', async () => {
    const { ref } = await buys(harbor, ofHarbor, visa);
    await buys(mesa, ofMesa, visa);
    app.clock.move(minutes(20));
    expect(await reconcile()).toEqual({
      text: '2 charges and 0 refunds of 3 days compared: no difference.',
      fine: true,
    });
    expect(await gauge()).toBe('0');
    const { intents } = ofHarbor.stripe.account;
    const intent = intents.get(ref);
    intents.delete(ref);
    // The key lost its rights at Stripe, and nobody told us.
    ofMesa.stripe.breakNext('forbidden', 2);
    const { text, fine } = await reconcile();
    if (intent) intents.set(ref, intent);
    expect(text).toMatch(/^0 charges and 0 refunds of 3 days compared: 1 difference\.\n/);
    expect(text).toMatch(new RegExp(`\nharbor .*not in the provider’s books.*${ref}`));
    expect(text).toMatch(/\nNot compared: mesa, .*StripePermissionError.*portside doctor/);
    expect(fine).toBe(false);
    expect(await gauge()).toBe('1');
    expect(logged.join('')).toMatch(/"brands":\["mesa"\].*could not be read/);
    expect(await doctor()).toMatch(/LOOK {2}books: .*, 1 different, mesa could not be read/);
    expect((await reconcile()).fine).toBe(true);
    expect(await doctor()).toMatch(/ok {4}books: compared \d+ s ago, no difference/);
  });

  test('[M03] an account that answers with something odd keeps no other from being compared', async () => {
    isOdd = true;
    const { text } = await reconcile();
    isOdd = false;
    expect(text).toMatch(
      /^1 charges and 0 refunds of 3 days compared: no difference\.\nNot compared/,
    );
  });

  test('[M03] an account speaks for its own brand only, whatever it holds', async () => {
    const { ref, orderId } = await buys(mesa, ofMesa, visa);
    const [theirs, ours] = [ofHarbor.stripe.account.intents, ofMesa.stripe.account.intents];
    const intent = ours.get(ref);
    if (intent) theirs.set(ref, intent);
    ours.delete(ref);
    app.clock.move(minutes(20));
    const { text } = await reconcile();
    theirs.delete(ref);
    if (intent) ours.set(ref, intent);
    expect(text).toContain(': 1 difference.');
    expect(text).toMatch(new RegExp(`mesa .*not in the provider’s books.*${ref}.*${orderId}`));
  });

  test('[M03] what only the second brand’s account knows is looked at there', async () => {
    const { ref, redirectUrl } = await buys(mesa, ofMesa, asking);
    await stripeBench(ofMesa).answerBank(redirectUrl, 'complete');
    app.clock.move(minutes(20));
    await doQueued(app.app, /^payment-changed$/);
    expect((await reconcile()).text).toMatch(new RegExp(`mesa .*another outcome.*${ref}`));
    expect(await doQueued(app.app, /^payment-changed$/)).toEqual(['payment-changed']);
    expect((await reconcile()).text).toContain('no difference');
  });
});

test('[M03] two brands of one account, with an address each, are compared as one', async () => {
  ofHarbor = await openStripe('both', { now: () => app.clock.now() });
  await openShops({
    harbor: paidInto(ofHarbor, 'whsec_first'),
    mesa: paidInto(ofHarbor, 'whsec_second'),
  });
  await buys(harbor, ofHarbor, visa);
  const { ref } = await buys(mesa, ofHarbor, visa);
  app.clock.move(minutes(20));
  const { text: first } = await reconcile();
  expect(first).toBe('2 charges and 0 refunds of 3 days compared: no difference.');
  // Made by hand in the provider's dashboard.
  const { intents } = ofHarbor.stripe.account;
  const known = intents.get(ref);
  if (known) intents.set('pi_by_hand', { ...known, id: 'pi_by_hand', metadata: {} });
  const { text } = await reconcile();
  await app.close();
  await ofHarbor.stripe.close();
  expect(text).toContain('3 charges and 0 refunds of 3 days compared: 1 difference.');
  expect(text).toMatch(/not in our books.*pi_by_hand/);
});
