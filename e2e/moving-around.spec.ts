import type { Page } from '@playwright/test';
import { arriveAs } from './customers.ts';
import { expect, test } from './journey.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const scrollDown = (page: Page, to: number) =>
  page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), to);
/** By keyboard, so that nothing is scrolled to reach it. */
const follow = (page: Page, name: string) =>
  page
    .getByRole('contentinfo')
    .getByRole('link', { name, exact: true })
    .evaluate((link) => (link as HTMLAnchorElement).click());

test(
  '[A23] a new page begins at its top; the same page again is no new entry',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/');
    await scrollDown(page, 400);
    expect(await scrolled(page)).toBe(400);
    await follow(page, 'FAQs');
    await expect(page).toHaveURL('/faq');
    await expect.poll(() => scrolled(page)).toBe(0);
    const entries = await page.evaluate(() => history.length);
    await follow(page, 'FAQs');
    await expect(page).toHaveURL('/faq');
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goBack();
    await expect(page).toHaveURL('/');
  },
);

test(
  '[A23] the dashboard begins at its top however far down it was left',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.goto('/dashboard');
    await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
    await scrollDown(page, 200);
    expect(await scrolled(page)).toBeGreaterThan(0);
    await follow(page, 'FAQs');
    await expect(page).toHaveURL('/faq');
    await page
      .getByRole('banner')
      .getByRole('link', { name: /My Account/ })
      .click();
    await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
    await expect.poll(() => scrolled(page)).toBe(0);
  },
);

test(
  'another query is asked for, a place on the page is only looked for',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/');
    await follow(page, 'FAQs');
    await expect(page).toHaveURL('/faq');
    const asked: string[] = [];
    page.on('request', (one) => {
      if (one.url().includes('/app/content/texts/')) asked.push(one.url());
    });
    const place = 'can-i-keep-my-number';
    await page.evaluate((id) => {
      location.hash = id;
    }, place);
    await expect(page.locator(`#${place}`)).toHaveAttribute('open', '');
    await expect(page.locator(`#${place}`)).toBeInViewport();
    expect(asked).toEqual([]);
    await page.evaluate((id) => history.pushState(null, '', `/faq?from=mail#${id}`), place);
    await page.goBack();
    await page.goForward();
    await expect(page).toHaveURL(`/faq?from=mail#${place}`);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  },
);

test(
  'who has gone elsewhere is not brought back by a slower page',
  { tag: '@desktop' },
  async ({ page }) => {
    const { promise: asked, resolve: come } = Promise.withResolvers<void>();
    await page.route('**/assets/faq-page*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/');
    const arrived = page.waitForResponse(/assets\/faq-page/);
    await follow(page, 'FAQs');
    await expect(page.getByRole('status', { name: 'Loading' })).toBeInViewport();
    await follow(page, 'Terms & Conditions');
    await expect(page).toHaveURL('/terms-and-conditions');
    come();
    await (await arrived).finished();
    await page.evaluate((file) => import(file), (await arrived).url());
    await expect(page).toHaveURL('/terms-and-conditions');
    await expect(page).toHaveTitle(/^Terms/);
  },
);

test(
  '[B13] a page that does not come is the error page at its address, and opens when the network is back',
  { tag: '@desktop' },
  async ({ page, complaints }) => {
    await page.goto('/');
    await page.route('**/assets/faq-page*.js', (route) => route.abort());
    await follow(page, 'FAQs');
    const failed = page.getByRole('alert').getByRole('heading', { level: 1 });
    await expect(failed).toBeVisible();
    await expect(page).toHaveURL('/faq');
    await follow(page, 'Terms & Conditions');
    await expect(page).toHaveTitle(/^Terms/);
    await page.unroute('**/assets/faq-page*.js');
    // By Back as well as by a link.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: /Questions/ })).toBeVisible();
    await expect(page).toHaveURL('/faq');
    // The browser says that a file did not come, and nothing else.
    expect(complaints.splice(0).filter((one) => !one.includes('faq-page'))).toEqual([]);
  },
);
