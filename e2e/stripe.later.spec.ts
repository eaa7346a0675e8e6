import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer, askAsCustomer } from './customers.ts';
import { test as base, expect } from './journey.ts';
import { pressOn } from './keys.ts';
import {
  chooseESim,
  havePlanInCart,
  expectStep,
  goOn,
  payButton,
  cards,
  sandboxNumber,
  walkToPay,
} from './shopping.ts';
import { routeStripe, scriptOfStripe, stripeFrame, typeIntoStripe } from './stripe-browser.ts';
import { openStripeProduct, type StripeProduct } from './stripe-product.ts';

/** One product for all of them. */
interface Shop {
  readonly product: StripeProduct;
  readonly page: Page;
  readonly request: APIRequestContext;
  /** What the browser asked of Stripe's sites. */
  readonly asked: readonly string[];
}

const test = base.extend<Omit<Shop, 'product'>, Pick<Shop, 'product'>>({
  product: [
    async ({ browserName: _browser }, provide, worker) => {
      const { baseURL } = worker.project.use;
      const product = await openStripeProduct(baseURL ?? '', 5);
      await provide(product);
      await product.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, provide) => provide(product.address),
  request: async ({ product }, provide) => {
    const request = await requests.newContext({ baseURL: product.address });
    await provide(request);
    await request.dispose();
  },
  asked: [
    async ({ context, product }, provide) =>
      provide(await routeStripe(context, product.stripe.url)),
    { auto: true },
  ],
});

const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful' });
const failure = (page: Page) => page.getByRole('dialog', { name: 'Payment Failed' });

/** By a link, so that the document is another page's. */
async function walkToPayment(page: Page): Promise<void> {
  await havePlanInCart(page);
  await page.goto('/cart');
  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
  await walkToPay(page);
}

async function payWithNewCard(page: Page, number: string): Promise<void> {
  await typeIntoStripe(page, number);
  await payButton(page).click();
}

const intents = ({ stripe }: StripeProduct) =>
  stripe.seen.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents');

test('[M01] [I22] a new card pays in Stripe’s form, which only the page that pays loads', async ({
  page,
  request,
  product,
  asked,
}) => {
  await arriveAsNewcomer(page, request);
  await walkToPayment(page);
  await expect(stripeFrame(page).getByLabel('ZIP code')).toHaveValue('10005');
  await expect
    .poll(() => [...new Set(asked)].toSorted())
    .toEqual([
      scriptOfStripe(),
      'https://js.stripe.com/frame.html',
      'https://js.stripe.com/more.js',
    ]);
  // Nothing of it before the form: the shop's pages did not even let it in.
  const policy = (await request.get('/cart')).headers()['content-security-policy'];
  expect(policy).not.toContain('stripe');
  await expectAccessible(page, 'the payment step with Stripe’s form');
  await payWithNewCard(page, cards.alsoGood);
  await success(page).getByRole('button', { name: 'To Dashboard' }).click();
  const line = page.getByRole('article', { name: sandboxNumber });
  await expect(line).toHaveAttribute('data-status', 'active', { timeout: 30_000 });

  const intent = intents(product).at(-1);
  expect(intent?.fields).toMatchObject({ currency: 'usd', confirm: 'true' });
  expect(
    JSON.stringify(product.stripe.seen.filter(({ path }) => path !== '/v1/confirmation_tokens')),
  ).not.toContain('5555');
  const { cards: saved } = await askAsCustomer<{ cards: unknown[] }>(
    page,
    request,
    '/app/payments/cards',
  );
  expect(saved).toEqual([]);
});

test(
  '[M01] a saved card pays the next time, and no script of Stripe is loaded for it',
  { tag: '@desktop' },
  async ({ page, request, asked }) => {
    await arriveAsNewcomer(page, request);
    await walkToPayment(page);
    await page.getByLabel('Save this card').check();
    await payWithNewCard(page, cards.good);
    await success(page).getByRole('button', { name: 'To Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');

    const before = asked.length;
    await havePlanInCart(page);
    await page.goto('/cart/checkout');
    // What the account knows is shown, not asked.
    await expectStep(page, 'Contact and service address');
    await expect(page.getByRole('main')).toContainText('14 Pier Street');
    await expect(page.getByLabel('Street name')).toHaveCount(0);
    await goOn(page);
    await chooseESim(page);
    await goOn(page);
    await expect(page.getByRole('radio', { name: /Visa •••• 4242/ })).toBeChecked();
    await payButton(page).click();
    await expect(success(page)).toBeVisible();
    expect(asked.slice(before)).toEqual([]);
  },
);

test(
  '[M01] a declined card is told in our words, and another one pays',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await walkToPayment(page);
    await payWithNewCard(page, '4000 0000 0000 9995');
    await expect(failure(page)).toContainText('not enough money on this card');
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await expectStep(page, 'Check and pay');
    await payWithNewCard(page, cards.good);
    await expect(success(page)).toBeVisible();
  },
);

test('[M01] [A17] a bank that asks is answered on its page, and the way back leaves no secret in the address', async ({
  page,
  request,
  product,
}) => {
  await arriveAsNewcomer(page, request);
  await walkToPayment(page);
  await payWithNewCard(page, cards.asksBank);
  await expect(page).toHaveURL(new RegExp(`^${product.stripe.url}/`));
  const back = page.waitForRequest(/\/stripe-response\?/);
  await page.getByRole('button', { name: 'Complete' }).click();
  // It is the provider's way to say which payment it was, and more.
  expect((await back).url()).toContain('payment_intent_client_secret=');
  await expect(success(page)).toBeVisible();
  await expect(page).toHaveURL('/stripe-response');
});

test(
  '[M01] [A17] a bank that refuses is told, and the cart waits for another card',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await walkToPayment(page);
    await payWithNewCard(page, cards.asksBank);
    await page.getByRole('button', { name: 'Fail' }).click();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await expectStep(page, 'Check and pay');
    await payWithNewCard(page, cards.good);
    await expect(success(page)).toBeVisible();
  },
);

test(
  '[M01] a card is saved on Stripe’s own page, listed, made primary and deleted',
  { tag: '@desktop' },
  async ({ page, request, product }) => {
    await arriveAsNewcomer(page, request);
    await page.goto('/dashboard/payment');
    for (const [number, name] of [
      [cards.good, 'Visa ending in 4242'],
      [cards.alsoGood, 'Mastercard ending in 4444'],
    ] as const) {
      await page.getByRole('button', { name: 'add card', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`^${product.stripe.url}/`));
      await page.getByLabel('Card number').fill(number);
      await page.getByLabel('Expiry').fill('12/34');
      await page.getByLabel('CVC').fill('123');
      await page.getByLabel('Name on card').fill('Nora Quay');
      await page.getByRole('button', { name: 'Save card' }).click();
      await expect(page).toHaveURL('/dashboard/payment');
      await expect(page.getByRole('article', { name })).toBeVisible();
    }
    const visa = page.getByRole('article', { name: 'Visa ending in 4242' });
    const mastercard = page.getByRole('article', { name: 'Mastercard ending in 4444' });
    await expect(visa).toContainText('Primary');
    await mastercard.getByRole('button', { name: /primary/i }).click();
    await expect(mastercard).toContainText('Primary');
    await visa.getByRole('button', { name: /delete/i }).click();
    await page.getByRole('button', { name: 'Yes, Delete' }).click();
    await expect(visa).toHaveCount(0);
  },
);

test(
  '[M01] where Stripe does not come, the payment step says so, and comes when it does',
  { tag: '@desktop' },
  async ({ page, request, context }) => {
    await context.route(/js\.stripe\.com/, (route) => route.abort());
    await arriveAsNewcomer(page, request);
    await walkToPayment(page);
    await expect(page.getByText('The card form didn’t load.')).toBeVisible();
    await context.unroute(/js\.stripe\.com/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await payWithNewCard(page, cards.good);
    await expect(success(page)).toBeVisible();
  },
);

test(
  '[M01] Stripe’s form is reached, filled in and left by the keyboard',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAsNewcomer(page, request);
    await walkToPayment(page);
    await expect(stripeFrame(page).getByLabel('Card number')).toBeVisible();
    await page.getByLabel('Name on card').focus();
    for (const [label, text] of [
      ['Card number', '4242424242424242'],
      ['Expiration date', '12/34'],
      ['Security code', '123'],
      ['ZIP code', ''],
    ] as const) {
      await page.keyboard.press('Tab');
      // The frame is a process of its own: the focus takes its time to get there.
      await expect(stripeFrame(page).getByLabel(label)).toBeFocused();
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Save this card')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('checkbox', { name: 'Turn on autopay' })).toBeFocused();
    await pressOn(page, payButton(page));
    await expect(success(page)).toBeVisible();
  },
);
