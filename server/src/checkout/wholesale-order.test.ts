import { placeOrder } from '@portside/contract/checkout';
import { listTransactions } from '@portside/contract/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { openWholesale, wholesaleLogin } from '../testing/wholesale/server.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  orderWhen,
  paymentToken,
} from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let carrier: Awaited<ReturnType<typeof openWholesale>>;
beforeAll(async () => {
  carrier = await openWholesale(() => app.clock.now());
  const { userName: user, token, pin } = wholesaleLogin;
  const settings = { kind: 'wholesale', url: carrier.url, user, token, pin } as const;
  const usual = { ...nothingOutside.usual, carrier: settings };
  app = await openTestApp({ config: { adapters: { usual, brands: {} } } });
});
afterAll(async () => {
  await app.close();
  carrier.close();
});

const iccid = '8901410000000000123';

async function buy(change: object) {
  const customer = await newcomer(app);
  const cart = await fillCart(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(cart, { paymentToken: token, ...change });
  const { orderId } = await customer.call(placeOrder, order);
  return { customer, orderId };
}

test('[M08] a card that was bought becomes a line with the number that the carrier gives', async () => {
  carrier.account.sims.add(iccid);
  const { customer, orderId } = await buy({ simType: 'physical', iccid });
  const { line } = await orderWhen(app, customer, orderId, 'active');
  const [given] = carrier.account.lines;
  expect(line).toMatchObject({ mdn: given?.msisdn });
  expect(carrier.asked.find((one) => one.requestType === 'Activate')).toMatchObject({
    sim: iccid,
    streetNumber: '120',
    streetName: 'Fulton Street',
    zip: '10038',
  });
});

test('[M07] [M08] an eSIM that the carrier does not have is refused before anything is paid', async () => {
  const customer = await newcomer(app);
  const token = await paymentToken(app, cards.visa);
  const order = orderOf(await fillCart(app), { paymentToken: token, simType: 'esim' });
  const { problem } = await customer.refusal(placeOrder, order);
  expect(problem).toMatchObject({
    reason: 'esim_not_offered',
    message: 'Our network has no eSIM. Please choose a SIM card.',
    errors: [{ field: 'simType' }],
  });
  expect((await customer.call(listTransactions, {})).transactions).toEqual([]);
});
