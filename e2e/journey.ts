import { expect as baseExpect, type Page, test as base } from '@playwright/test';
import { type MovingProduct, openMovingProduct } from './moving-product.ts';

/** A busy machine is not a broken product. */
export const expect = baseExpect.configure({ timeout: 30_000 });

/** Beside the products that specs open themselves. */
const MOVING_PRODUCT = 6;

/** Fails on script and hydration errors, policy violations and missing files. */
export const test = base.extend<{ complaints: string[] }, { movingProduct: MovingProduct }>({
  /** Opened for the first test that asks; later ones of the same worker find its time moved on. */
  movingProduct: [
    async ({ browserName: _browser }, provide, worker) => {
      const { baseURL = '' } = worker.project.use;
      // Without the demo's people, whose months would go by too.
      const settings = { PORTSIDE_SEED: 'none' };
      const product = await openMovingProduct(baseURL, MOVING_PRODUCT, settings);
      await provide(product);
      await product.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  /** Waits until React has hydrated the page; `commit` does not. */
  page: async ({ page }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (options?.waitUntil !== 'commit') await awake(page);
      return answer;
    };
    const reload = page.reload.bind(page);
    page.reload = async (options) => {
      const answer = await reload(options);
      if (options?.waitUntil !== 'commit') await awake(page);
      return answer;
    };
    await provide(page);
  },
  // Fail early when a press is impossible.
  actionTimeout: 60_000,
  complaints: [
    async ({ page }, use) => {
      const heard: string[] = [];
      page.on('pageerror', (error) => heard.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' || isAnswer(message.text(), message.location().url)) return;
        heard.push(`${message.text()} (${message.location().url})`);
      });
      await use(heard);
      expect(heard, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

/** A journey through time: all addresses are those of a product whose clock may be moved. */
export const timeTest = test.extend({
  baseURL: async ({ movingProduct }, provide, info) => {
    info.setTimeout(480_000);
    await provide(movingProduct.address);
  },
});

export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.getElementById('page-state') || 'awake' in document.documentElement.dataset,
  );
}

/** Until what the first touch loads is here. */
export async function touch(page: Page): Promise<void> {
  const loaded = ['notification', 'chat-conversation'].map((file) =>
    page.waitForResponse((answer) => answer.url().includes(`/assets/${file}`)),
  );
  await page.getByRole('heading', { level: 1 }).click();
  for (const answer of await Promise.all(loaded)) {
    // With all that the file itself asks for.
    await page.evaluate((file) => import(file), answer.url());
  }
}

/** What moved is told with the frame that follows. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** A refused call is an answer; a missing script or picture is a fault. */
function isAnswer(text: string, url: string): boolean {
  return text.startsWith('Failed to load resource') && !/\/(assets|brands)\//.test(url);
}
