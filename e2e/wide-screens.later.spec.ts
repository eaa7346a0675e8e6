import { expectAccessible } from './accessible.ts';
import { expect, test } from './journey.ts';

test(
  'the pages around signing in use a wide screen, and on a phone only the form is there',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('cookiesAccepted', 'true'));
    for (const [path, title] of [
      ['/register', 'With a Harbor account'],
      ['/forgot-password', 'Trouble logging in?'],
      ['/login-without-password', 'Trouble logging in?'],
    ] as const) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      const beside = page.getByRole('main').locator('section').filter({ hasText: title });
      await expect(beside).toBeInViewport({ ratio: 1 });
      const place = await beside.boundingBox();
      expect(place?.x, path).toBeGreaterThan(640);
      expect(place?.width, path).toBeGreaterThan(440);
      await expectAccessible(page, path);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(beside).toBeHidden();
    }
  },
);

test('the flags of the hoist hang on their mast', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  for (const width of [900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const off = await page.locator('.hero-hoist').evaluate((mast) => {
      const { left } = mast.getBoundingClientRect();
      const rope = left + Number.parseFloat(getComputedStyle(mast).borderInlineStartWidth);
      return [...mast.querySelectorAll('svg')].map((flag) => {
        // The flag's cloth begins 2.25 units into its drawing of 24.
        const box = flag.getBoundingClientRect();
        return Math.abs(box.left + (2.25 / 24) * box.width - rope);
      });
    });
    expect(off.length).toBeGreaterThan(2);
    expect(Math.max(...off), `at ${width} px`).toBeLessThan(2.5);
  }
});
