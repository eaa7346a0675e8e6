import { confirmPayment, placeOrder } from '@portside/contract/checkout';
import { listCards, openCardPage, viewCardPage } from '@portside/contract/payments';
import { login } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { stripeBench, tokenOf, typedCard, walk } from '../adapters/payment/stripe/bench.suite.ts';
import { renewMethod, takeMethodOff } from './stripe/setups.ts';
import { hours } from '../clock.ts';
import { openStripes, paidInto, shopOf, type Stripe } from './brands-on-stripe.ts';
import { harbor } from './caller.ts';
import { mesa } from './chatting.ts';
import { emailWhen, fillCart, newcomer, orderOf, orderWhen, type Shop } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

const visa = '4242424242424242';
const asking = '4000002500003155';

let app: TestApp;
let ofHarbor: Stripe;
let ofMesa: Stripe;

beforeAll(async () => {
  // They have the time of the product.
  ({ harbor: ofHarbor, mesa: ofMesa } = await openStripes(() => app.clock.now()));
  const brands = { harbor: paidInto(ofHarbor), mesa: paidInto(ofMesa) };
  app = await openTestApp({ config: { adapters: { ...nothingOutside, brands } } });
});
afterAll(async () => {
  await app.close();
  await Promise.all([ofHarbor.stripe.close(), ofMesa.stripe.close()]);
});

async function buys(shop: Shop, email: string, token: string) {
  const customer = await newcomer(shop, email);
  const cart = await fillCart(shop);
  const order = orderOf(cart, { paymentToken: token, saveCard: true });
  return { customer, answer: await customer.call(placeOrder, order) };
}

const post = async (
  brand: string,
  { headers, body }: { headers: Record<string, string>; body: string },
) => (await app.fetch(`/app/notices/payment/${brand}`, { method: 'POST', headers, body })).status;

test('[M01] each of two brands is paid into its own Stripe account, and nothing is in the other', async () => {
  const one = await buys(
    shopOf(app, harbor),
    'ann@harbor.example',
    await tokenOf(ofHarbor.stripe, visa),
  );
  const two = await buys(shopOf(app, mesa), 'ann@mesa.example', await tokenOf(ofMesa.stripe, visa));
  for (const [{ customer, answer }, { stripe }, email] of [
    [one, ofHarbor, 'ann@harbor.example'],
    [two, ofMesa, 'ann@mesa.example'],
  ] as const) {
    expect(answer.status).toBe('paid');
    const { account } = stripe;
    expect([...account.customers.values()].map((held) => held.email)).toEqual([email]);
    const made = [...account.intents.values()];
    expect(made).toMatchObject([{ status: 'succeeded', metadata: { ownerId: answer.orderId } }]);
    const { cards } = await customer.call(listCards, {});
    expect(cards).toMatchObject([{ primaryCard: true, network: 'visa', last4Digits: '4242' }]);
    // The saved card pays again, in the same account.
    const cart = await fillCart(
      customer === one.customer ? shopOf(app, harbor) : shopOf(app, mesa),
    );
    const again = orderOf(cart, { cardId: cards[0]?.id ?? '', idempotencyKey: `${cart.cartId}:9` });
    expect((await customer.call(placeOrder, again)).status).toBe('paid');
    expect(account.intents.size).toBe(2);
  }
});

test('[M01] the other account’s token and key are worth nothing', async () => {
  const token = await tokenOf(ofMesa.stripe, visa);
  const { answer } = await buys(shopOf(app, harbor), 'bo@harbor.example', token);
  expect(answer).toMatchObject({ status: 'declined', reason: 'form_expired' });
  const { secretKey } = ofHarbor.settings;
  const asked = await fetch(`${ofMesa.stripe.url}/v1/payment_intents`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  expect(asked.status).toBe(401);
});

test('[M01] [A17] the bank’s page is Stripe’s, and the return believes only what it fetches', async () => {
  const shop = shopOf(app, mesa);
  const token = await tokenOf(ofMesa.stripe, asking);
  const { customer, answer } = await buys(shop, 'cy@mesa.example', token);
  const { redirectUrl = '' } = answer;
  expect(redirectUrl).toContain(`${ofMesa.stripe.url}/pages/bank/pi_`);
  const payment = redirectUrl.split('/').at(-1) ?? '';
  // Whatever the address says, the bank was not answered yet.
  const early = await customer.call(confirmPayment, { payment });
  expect(early.status).toBe('confirm');
  const back = new URL(await stripeBench(ofMesa).answerBank(redirectUrl, 'complete'));
  expect(back.pathname).toBe('/stripe-response');
  expect((await customer.call(confirmPayment, { payment })).status).toBe('paid');
});

test('[M02] a notice is taken once, from the account’s own brand, and only asked about', async () => {
  ofHarbor.sent();
  const shop = shopOf(app, harbor);
  const token = await tokenOf(ofHarbor.stripe, asking);
  const { customer, answer } = await buys(shop, 'di@harbor.example', token);
  expect(answer.status).toBe('confirm');
  // A genuine notice whose words are not true yet changes nothing.
  const begun = ofHarbor.sent().map((one) => ({ ...one, headers: { ...one.headers } }));
  for (const notice of begun) expect(await post('harbor', notice)).toBe(200);
  await stripeBench(ofHarbor).answerBank(answer.redirectUrl ?? '', 'complete');
  const ended = ofHarbor.sent();
  for (const notice of ended) {
    expect(await post('mesa', notice)).toBe(400);
    expect(await post('harbor', { ...notice, body: `${notice.body} ` })).toBe(400);
    expect(await post('harbor', notice)).toBe(200);
    expect(await post('harbor', notice)).toBe(200);
  }
  // The first ones come late.
  for (const notice of begun) expect(await post('harbor', notice)).toBe(200);
  await orderWhen(app, customer, answer.orderId, 'active');
});

test('[M03] an answer that stays lost until Stripe has forgotten the key is looked up, not charged again', async () => {
  const shop = shopOf(app, mesa);
  const first = await tokenOf(ofMesa.stripe, visa);
  const { customer } = await buys(shop, 'hal@mesa.example', first);
  const { cards } = await customer.call(listCards, {});
  const order = orderOf(await fillCart(shop), { cardId: cards[0]?.id ?? '' });
  ofMesa.stripe.breakNext('lost_answer', 10_000);
  const { orderId, status } = await customer.call(placeOrder, order);
  expect(status).toBe('placed');
  const made = () =>
    [...ofMesa.stripe.account.intents.values()].filter(
      ({ metadata }) => metadata['ownerId'] === orderId,
    );
  expect(made()).toHaveLength(1);
  app.clock.move(hours(25));
  ofMesa.stripe.mend();
  const { token } = await shop.anyone.call(login, { email: customer.email, password: 'Anchor7!' });
  await orderWhen(app, shop.with(token), orderId, 'active');
  expect(made()).toHaveLength(1);
});

test('[M01] [D16] a card is saved on Stripe’s page, for its own customer', async () => {
  const shop = shopOf(app, mesa);
  const customer = await newcomer(shop, 'eve@mesa.example');
  const { url, sessionId } = await customer.call(openCardPage, {});
  expect(url).toContain(ofMesa.stripe.url);
  expect((await customer.call(viewCardPage, { sessionId })).status).toBe('open');
  const back = await walk(url, typedCard('5555555555554444'));
  expect(new URL(back).searchParams.get('success')).toBe('true');
  const seen = await customer.call(viewCardPage, { sessionId });
  expect(seen).toMatchObject({ status: 'complete', card: { network: 'mastercard' } });
  const stranger = await newcomer(shop, 'fay@mesa.example');
  await expect(stranger.call(viewCardPage, { sessionId })).rejects.toMatchObject({ status: 404 });
});

test('[M02] a card that its bank renewed is read anew, and one that Stripe took off goes', async () => {
  const shop = shopOf(app, harbor);
  ofHarbor.sent();
  const { customer } = await buys(shop, 'gil@harbor.example', await tokenOf(ofHarbor.stripe, visa));
  const { account } = ofHarbor.stripe;
  const saved = [...account.methods.values()].findLast((one) => one.customer !== null);
  renewMethod(account, saved?.id ?? '', '08/34');
  const tell = async () => {
    for (const notice of ofHarbor.sent()) expect(await post('harbor', notice)).toBe(200);
  };
  await tell();
  await app.eventually(async () => {
    const { cards } = await customer.call(listCards, {});
    return cards[0]?.expiry === '08/34' && cards[0].last4Digits === '1881' ? true : undefined;
  });
  takeMethodOff(account, saved?.id ?? '');
  await tell();
  await app.eventually(async () => {
    const { cards } = await customer.call(listCards, {});
    return cards.length === 0 ? true : undefined;
  });
  await emailWhen(app, 'gil@harbor.example', /card was deleted/);
});
