import type { Page } from '@playwright/test';
import { expect, nextFrame, test } from './journey.ts';

/** The sum of all layout shifts, whatever caused them; what moved; what of it moved up or down. */
interface Shifts {
  sum: number;
  moved: string[];
  upOrDown: string[];
}

/** Opens the page, lets its fonts come only once it is awake, and waits until they are shown. */
async function shiftsOf(page: Page, address: string, fonts: number): Promise<Shifts> {
  let asked = 0;
  let come = () => {};
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\.woff2/, async (route) => {
    asked += 1;
    await late;
    await route.continue();
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[], upOrDown: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
      type Shift = PerformanceEntry & { value: number; sources: Source[] };
      for (const { value, sources } of list.getEntries() as Shift[]) {
        shifts.sum += value;
        for (const { node, previousRect: before, currentRect: after } of sources) {
          const what = `${value.toFixed(5)} ${node?.nodeName}: ${node?.textContent?.slice(0, 60)}`;
          shifts.moved.push(what);
          if (before.y !== after.y || before.bottom !== after.bottom) shifts.upOrDown.push(what);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The page's own "load" waits for its fonts.
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('html[data-awake]')).toBeAttached();
  await expect.poll(() => asked).toBe(fonts);
  await nextFrame(page);
  // What moved while the page itself was still coming is none of the fonts'.
  await page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: Shifts };
    Object.assign(shifts, { sum: 0, moved: [], upOrDown: [] });
  });
  come();
  await page.evaluate(() => document.fonts.ready);
  await nextFrame(page);
  await page.unroute(/\.woff2/);
  const loaded = await page.evaluate(
    () =>
      [...document.fonts].filter(
        ({ status, family }) => status === 'loaded' && !/Fallback/.test(family),
      ).length,
  );
  expect(loaded, 'fonts were late, and came').toBe(asked);
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}

const brands = {
  harbor: { host: 'localhost', fonts: 2 },
  mesa: { host: 'mesa.localhost', fonts: 0 },
};
const pages = ['/', '/shop', '/faq', '/about', '/login', '/cart'];
/** Those with most type in all sizes; the others' lines break by the same rules. */
const usual = ['harbor /', 'harbor /shop', 'mesa /'];

for (const [brand, { host, fonts }] of Object.entries(brands)) {
  for (const address of pages) {
    const tag = usual.includes(`${brand} ${address}`) ? '@both' : '@long';
    test(
      `nothing moves on ${address} of ${brand} when the fonts come late`,
      { tag },
      async ({ page, baseURL }) => {
        const { port } = new URL(baseURL ?? '');
        const url = `http://${host}:${port}${address}`;
        const { sum, moved, upOrDown } = await shiftsOf(page, url, fonts);
        expect(upOrDown).toEqual([]);
        // A word behind a bold one may move along its line by a few pixels: no two fonts agree on each.
        expect(sum, moved.join('\n')).toBeLessThan(0.001);
      },
    );
  }
}

test('without scripts the brand’s type comes too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const font = page.waitForResponse(/\.woff2/);
  await page.goto(`${baseURL}/`, { waitUntil: 'commit' });
  expect((await font).status()).toBe(200);
  await context.close();
});
