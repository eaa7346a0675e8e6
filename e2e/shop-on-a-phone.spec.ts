import { expectAccessible } from './accessible.ts';
import { expect, test } from './journey.ts';
import { acceptCookies, popular } from './shopping.ts';

/** The width that most phones have, and two screens of it. */
const phone = { width: 390, height: 844 };

test(
  '[A02] on a phone all plans are compared within two screens, and the page is not long',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/shop');
    await acceptCookies(page);
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(7);
    const last = await rows.last().boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThan(2 * phone.height);
    const size = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { scrollHeight, scrollWidth };
    });
    // Labels say what several months cost, too: some 100 of it. The footer's way out of a shared account: 44.
    expect(size.scrollHeight).toBeLessThan(5150);
    // The plans' strip scrolls inside of itself.
    expect(size.scrollWidth).toBe(phone.width);
    await expectAccessible(page, 'the shop on a phone');

    // The head of the comparison stays while its rows go by.
    const head = page.getByRole('columnheader', { name: 'Hotspot' });
    await rows.last().evaluate((row) => row.scrollIntoView({ block: 'start' }));
    await expect(head).toBeInViewport();
  },
);

test(
  '[A02] on a phone each plan’s label is open beside it, and a plan’s name in the comparison leads there',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/shop');
    await acceptCookies(page);
    const tile = page.getByRole('article').filter({ hasText: 'Popular' });
    await expect(tile).not.toBeInViewport();
    await page.getByRole('table').getByRole('link', { name: popular.name }).click();
    await expect(tile).toBeInViewport({ ratio: 0.8 });
    const plan = page.getByRole('listitem').filter({ has: tile });
    const facts = plan.getByRole('heading', { name: 'Broadband Facts' });
    await expect(facts).toBeVisible();
    await expect(plan.getByText('Mobile Broadband Consumer Disclosure')).toBeVisible();
    const [above, below] = [await tile.boundingBox(), await facts.boundingBox()];
    expect(below?.x).toBeGreaterThan(above?.x ?? Infinity);
    expect((below?.y ?? Infinity) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeLessThan(48);
  },
);

test('[A02] a plan is chosen in the comparison', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/shop');
  await page.getByRole('button', { name: `Choose ${popular.name}`, exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText(
    popular.name,
  );
});
