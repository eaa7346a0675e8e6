import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { nodeFor } from '../server/src/testing/product-process.ts';
import { openChatBrands } from './chat-brands.ts';
import { toldTo } from './chat-stand-ins.ts';
import { arriveAsNewcomer, type Customer } from './customers.ts';
import { expect, test as base } from './journey.ts';
import { type MovingProduct, openMovingProduct } from './moving-product.ts';
import { type OutsideServices, openOutsideServices, serviceNames } from './outside-services.ts';
import { cards, havePlanInCart, payButton, sandboxNumber, walkToPay } from './shopping.ts';
import { routeStripe, typeIntoStripe } from './stripe-browser.ts';

/**
 * Harbor with Stripe, Gigs, an SMTP server, Strapi and Chatwoot, by settings alone; Mesa stays with
 * what is simulated.
 */
interface World {
  readonly outside: OutsideServices;
  readonly product: MovingProduct;
  /** What doctor says before time is moved. */
  readonly healthy: { code: number | null; said: string };
  pass(milliseconds: number): Promise<void>;
}

const ofHarbor = (settings: Readonly<Record<string, string>>) => ({
  PORTSIDE_ENV: 'trial',
  ...Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`${name}__HARBOR`, value]),
  ),
});

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _browser }, provide, worker) => {
      const outside = await openOutsideServices();
      const { baseURL = '' } = worker.project.use;
      const brands = await openChatBrands();
      const product = await openMovingProduct(baseURL, 4, {
        ...ofHarbor(outside.settings),
        PORTSIDE_BRANDS: brands.folder,
      });
      const pass = async (milliseconds: number) => {
        outside.pass(milliseconds);
        await product.move(milliseconds);
      };
      const stop = outside.notify((port) => `${product.address}/app/notices/${port}/harbor`);
      const healthy = await doctor({ product });
      await expectContent(product, pass);
      await provide({ outside, product, healthy, pass });
      await stop();
      await product.close();
      await brands.close();
      await outside.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ world }, provide) => provide(world.product.address),
  request: async ({ world }, provide) => {
    const request = await requests.newContext({ baseURL: world.product.address });
    await provide(request);
    await request.dispose();
  },
});

test.setTimeout(480_000);
test.afterEach(({ world }) => {
  for (const name of serviceNames) world.outside.gates[name].shut(false);
});

const minutes = (count: number) => count * 60_000;
/** A try that was under way when time moved may fail after that, and waits for a next time. */
const again = { intervals: [10_000], timeout: 90_000 };
const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful' });
const line = (page: Page) => page.getByRole('article', { name: sandboxNumber });
const chat = (page: Page) => page.getByRole('button', { name: /^Chat/ });

/** Content is fetched beside the pages, which are kept for half a minute. */
async function expectContent(product: MovingProduct, pass: World['pass']): Promise<void> {
  const page = async () => {
    await pass(31_000);
    return (await fetch(`${product.address}/shop`)).text();
  };
  await expect.poll(page, { timeout: 90_000 }).toContain('The editor’s shop');
}

async function arrive(
  page: Page,
  request: APIRequestContext,
  { outside }: World,
): Promise<Customer> {
  await routeStripe(page.context(), outside.stripe.url);
  return arriveAsNewcomer(page, request);
}

async function walkToReview(page: Page): Promise<void> {
  await havePlanInCart(page);
  await page.goto('/cart');
  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click();
  await walkToPay(page);
  await typeIntoStripe(page, cards.good);
}

/** The operator's command line beside the product, or the product's own start. */
async function run(
  file: 'portside.ts' | 'main.ts',
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...nodeFor(file), ...words], { env });
  const ended = new Promise<number | null>((end) => child.once('exit', end));
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + errors };
}

const doctor = ({ product }: Pick<World, 'product'>) => run('portside.ts', ['doctor'], product.env);

test('[M11] [M01] [M04] [M05] [M06] [M07] a brand connected by settings alone sells a line from the shop to the network', async ({
  page,
  request,
  world,
}) => {
  const { outside, healthy } = world;
  expect(healthy.said.split('\n').filter((one) => one.startsWith('LOOK'))).toEqual([]);
  expect(healthy.code).toBe(0);
  for (const name of ['stripe', 'gigs', 'smtp', 'strapi', 'chatwoot']) {
    expect(healthy.said).toMatch(new RegExp(`of harbor: ${name} answers`));
  }

  const { email } = await arrive(page, request, world);
  await page.goto('/shop');
  await expect(page).toHaveTitle(/The editor’s shop/);
  await expect(page.getByRole('contentinfo')).toContainText('1 Example Way');
  await walkToReview(page);
  await payButton(page).click();
  await success(page).getByRole('button', { name: 'To Dashboard' }).click();
  await expect(line(page)).toHaveAttribute('data-status', 'active', { timeout: 45_000 });

  const subjects = () =>
    outside.mail.arrived.filter(({ to }) => to === email).map(({ mail }) => mail.subject ?? '');
  await expect
    .poll(subjects, { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(/receipt/i));
  const asked = outside.gigs.requests.map((one) => one.line);
  expect(asked).toContain('POST /subscriptions');
  expect(outside.stripe.seen.some(({ path: at }) => at === '/v1/payment_intents')).toBe(true);

  await page.mouse.wheel(0, 200);
  await chat(page).click();
  await expect
    .poll(async () => (await toldTo(page)).map(([verb, told]) => [verb, told]))
    .toContainEqual(['run', { baseUrl: outside.chatwootUrl, websiteToken: 'site-walk' }]);
});

test(
  '[M11] with one secret missing the start stops and names it, and so does doctor',
  { tag: '@desktop' },
  async ({ world }) => {
    const secrets = [
      'STRIPE_WEBHOOK_SECRET__HARBOR',
      'GIGS_API_KEY__HARBOR',
      'CHATWOOT_HMAC_KEY__HARBOR',
    ];
    for (const name of secrets) {
      const env = { ...world.product.env, [name]: '' };
      const start = await run('main.ts', [], { ...env, PORT: '0' });
      expect(start.code, name).not.toBe(0);
      expect(start.said).toContain(name);
      const told = await run('portside.ts', ['doctor'], env);
      expect(told.code, name).not.toBe(0);
      expect(told.said).toContain(name);
    }
  },
);

test(
  '[M11] without chat, content and mail the shop sells, says what it cannot, and catches up',
  { tag: '@desktop' },
  async ({ page, request, world }) => {
    const { gates, mail } = world.outside;
    const { email } = await arrive(page, request, world);
    for (const name of ['chat', 'content', 'mail'] as const) gates[name].shut(true);
    const ill = await doctor(world);
    expect(ill.code).not.toBe(0);
    for (const about of ['mail', 'content', 'chat']) {
      expect(ill.said).toMatch(new RegExp(`^LOOK +${about} of harbor: `, 'm'));
    }
    await page.goto('/shop');
    // The last good answer.
    await expect(page).toHaveTitle(/The editor’s shop/);
    await walkToReview(page);
    await payButton(page).click();
    await success(page).getByRole('button', { name: 'To Dashboard' }).click();
    await expect(line(page)).toHaveAttribute('data-status', 'active', { timeout: 45_000 });
    await page.mouse.wheel(0, 200);
    await chat(page).click();
    await expect(page.getByRole('dialog', { name: /^Chat/ })).toContainText('555-0100', {
      timeout: 40_000,
    });

    for (const name of ['chat', 'content', 'mail'] as const) gates[name].shut(false);
    const receipts = async () => {
      await world.pass(minutes(30));
      return mail.arrived.filter(
        ({ to, mail: one }) => to === email && /receipt/i.test(one.subject ?? ''),
      ).length;
    };
    await expect.poll(receipts, again).toBe(1);
  },
);

test(
  '[M11] without the carrier an order is paid, its line waits, and comes once the carrier is back',
  { tag: '@desktop' },
  async ({ page, request, world }) => {
    await arrive(page, request, world);
    world.outside.gates.carrier.shut(true);
    await walkToReview(page);
    await payButton(page).click();
    await success(page).getByRole('button', { name: 'To Dashboard' }).click();
    const waiting = page.getByRole('main').getByRole('article').first();
    await expect(waiting).toHaveAttribute('data-status', 'pending');
    world.outside.gates.carrier.shut(false);
    const status = async () => {
      await world.pass(minutes(30));
      return page.getByRole('main').getByRole('article').first().getAttribute('data-status');
    };
    await expect.poll(status, again).toBe('active');
    await expect(line(page)).toHaveAttribute('data-status', 'active');
  },
);

test(
  '[M11] without the payment provider the order waits for it, and is paid once when it is back',
  { tag: '@desktop' },
  async ({ page, request, world }) => {
    const { gates, stripe } = world.outside;
    await arrive(page, request, world);
    await walkToReview(page);
    const before = paidOf(stripe).length;
    gates.payment.shut(true);
    await payButton(page).click();
    // Nobody knows whether the question arrived.
    const checking = page.getByRole('heading', { name: 'We’re checking your payment' });
    await expect(checking).toBeVisible({ timeout: 60_000 });
    gates.payment.shut(false);
    const isPaid = async () => {
      await world.pass(minutes(5));
      return success(page).isVisible();
    };
    await expect.poll(isPaid, again).toBe(true);
    await success(page).getByRole('button', { name: 'To Dashboard' }).click();
    await expect(line(page)).toHaveAttribute('data-status', 'active', { timeout: 45_000 });
    expect(paidOf(stripe).length - before).toBe(1);
  },
);

const paidOf = ({ account }: OutsideServices['stripe']) =>
  [...account.intents.values()].filter(({ status }) => status === 'succeeded');
