import { placeOrder } from '@portside/contract/checkout';
import { openCardPage } from '@portside/contract/payments';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nothingOutside } from '../settings/adapter-settings.ts';
import { openStripe, tokenOf } from '../adapters/payment/stripe/bench.suite.ts';
import { fillCart, newcomer, orderOf, orderWhen } from '../testing/shopping.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const visa = '4242424242424242';
/** What the product gives a person's call: enough for what is not slow, on a busy machine, too. */
const PATIENCE_MS = 2_000;
/** Long after that, and long before Stripe's own client gives up. */
const SOON_MS = 10_000;

let app: TestApp;
let bench: Awaited<ReturnType<typeof openStripe>>;

beforeAll(async () => {
  bench = await openStripe('slow', { now: () => app.clock.now() });
  const payment = { kind: 'stripe', ...bench.settings } as const;
  app = await openTestApp({
    config: {
      adapters: { ...nothingOutside, usual: { ...nothingOutside.usual, payment } },
    },
    overrides: { patienceMs: PATIENCE_MS },
  });
});
afterEach(() => bench.stripe.mend());
afterAll(async () => {
  await app.close();
  await bench.stripe.close();
});

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await work();
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  return answer;
}

const customersOf = (email: string) =>
  [...bench.stripe.account.customers.values()].filter((one) => one.email === email);

const chargesOf = (orderId: string) =>
  [...bench.stripe.account.intents.values()].filter(
    ({ metadata }) => metadata['ownerId'] === orderId,
  );

test.each([
  ['the customer’s record', 0],
  ['the charge itself', 1],
])(
  '[M03] who buys while %s is slow is answered soon, and charged once by the job',
  async (_, answered) => {
    const customer = await newcomer(app);
    const order = orderOf(await fillCart(app), {
      paymentToken: await tokenOf(bench.stripe, visa),
    });
    bench.stripe.breakNext('nothing', answered);
    bench.stripe.breakNext('late_answer', 100);
    const { status, orderId } = await timed(() => customer.call(placeOrder, order));
    expect(status).toBe('placed');
    bench.stripe.mend();
    await orderWhen(app, customer, orderId, 'active');
    expect(customersOf(customer.email)).toHaveLength(1);
    expect(chargesOf(orderId)).toMatchObject([{ status: 'succeeded' }]);
  },
);

test('[M03] who adds a card while the provider is slow is told so soon, and can try again', async () => {
  const customer = await newcomer(app);
  bench.stripe.breakNext('late_answer', 100);
  const refusal = await timed(() => customer.refusal(openCardPage, {}));
  expect(refusal).toMatchObject({ status: 503, problem: { code: 'outside_down' } });
  bench.stripe.mend();
  expect((await customer.call(openCardPage, {})).url).toContain(bench.stripe.url);
  expect(customersOf(customer.email)).toHaveLength(1);
});
