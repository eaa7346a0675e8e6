import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAs } from './customers.ts';
import { expect, test } from './journey.ts';

test.use({ serviceWorkers: 'allow' });

/** All that this browser has stored of the site, but the token. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const copies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const answer = await cache.match(url);
        copies.push(`${name} ${url} ${await answer?.text()}`);
      }
    }
    return {
      names: await caches.keys(),
      text: copies.join(),
      lines: localStorage.getItem('lines'),
    };
  });

test(
  '[P08] without a network a phone shows the lines as last seen, the eSIM steps and the number to call; after a logout nothing of them',
  { tag: '@phone' },
  async ({ page, request }) => {
    const context = page.context();
    const title = page.getByRole('heading', { level: 1 });
    const line = page.getByRole('listitem').filter({ hasText: '(212) 555-0101' });
    await arriveAs(page, request, 'maya@example.com');
    // As a release before this one would have left it.
    await page.evaluate(() => caches.open('offline-before'));
    await page.goto('/dashboard');
    await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
    await expect.poll(async () => (await stored(page)).names).toEqual([expect.any(String)]);
    await expect.poll(async () => (await stored(page)).lines).toContain('(212) 555-0101');
    const here = await stored(page);
    expect(here.names[0]).toMatch(/^offline-(?!before$)/);
    expect(here.text).not.toContain('555-0101');
    expect(here.lines).not.toMatch(/maya|8901|LPA|@/i);

    await context.setOffline(true);
    await page.reload();
    await expect(title).toHaveText('You’re offline');
    await expect(line).toContainText('Sloop 12 GB');
    await expect(line).toContainText('Active');
    await expect(line).toContainText(/Paid until \w+ \d+, \d{4}/);
    await expect(page.getByText(/^As of \w+ \d+, \d+:\d\d [AP]M E[SD]T\./)).toBeVisible();
    await expect(page.getByText('Turn airplane mode on')).toBeVisible();
    const call = page.getByRole('link', { name: '(212) 555-0100' });
    await expect(call).toHaveAttribute('href', 'tel:2125550100');
    await expectAccessible(page, 'the offline page with lines');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(line).toBeVisible();
    await page.goto('/es/dashboard/setting');
    await expect(title).toHaveText('No tiene conexión');
    await expect(line).toContainText('Pagada hasta');
    // Public pages are not kept.
    const other = await context.newPage();
    await expect(other.goto('/shop', { waitUntil: 'commit' })).rejects.toThrow('DISCONNECTED');
    await other.close();

    await context.setOffline(false);
    // The page that is open loads anew by itself, and would interrupt what goes on beside it.
    await expect(title).toHaveText('Configuración');
    await page.goto('/dashboard');
    await context.setOffline(true);
    await page.reload();
    await expect(title).toHaveText('You’re offline');
    // By itself.
    await context.setOffline(false);
    await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();

    await page.goto('/dashboard/setting');
    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
    await expect(page).toHaveURL('/');
    expect((await stored(page)).lines).toBeNull();
    // The home page’s pictures would miss the network.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(title).toHaveText('You’re offline');
    await expect(page.getByText('Once you’ve seen your lines on this device')).toBeVisible();
    await expect(call).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/555-0101|Sloop/);
    expect((await stored(page)).text).not.toMatch(/555-0101|Sloop/);
    await expectAccessible(page, 'the offline page without lines');
    await context.setOffline(false);
  },
);
