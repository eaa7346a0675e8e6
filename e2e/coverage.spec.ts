import { expectAccessible } from './accessible.ts';
import { expect, test } from './journey.ts';
import { acceptCookies } from './shopping.ts';

test(
  '[A01] [A02] coverage is asked on the home page, before a plan is chosen, and the shop goes on from there',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    await acceptCookies(page);
    const form = page.getByRole('form', { name: 'Check your coverage' });
    const zip = form.getByLabel('ZIP Code');
    // This part of the page wakes with the first touch; the test below is quicker than that.
    await zip.click();
    const isAwake = (node: Node) => Object.keys(node).some((key) => key.startsWith('__reactProps'));
    await expect.poll(() => form.evaluate(isAwake)).toBe(true);
    await zip.fill('00000');
    await form.getByRole('button', { name: 'Check' }).click();
    await expect(form.getByText('We don’t cover this ZIP Code yet.')).toBeVisible();
    await expect(zip).toBeFocused();
    await expectAccessible(page, 'the home page with a refusal');
    await zip.fill('10004');
    await zip.press('Enter');
    const answer = 'We cover 10004 with 4G LTE. There is no 5G there yet.';
    await expect(form.getByText(answer)).toBeVisible();
    await expectAccessible(page, 'the home page with an answer');
    await form.getByRole('link', { name: 'See what you pay in 10004' }).click();

    await expect(page).toHaveURL('/shop');
    await expect(page.getByLabel('ZIP Code')).toHaveValue('10004');
    await expect(page.getByText(answer)).toBeVisible();
    await expect(page.getByText('With taxes and fees for 10004, NY.')).toBeVisible();
    await expectAccessible(page, 'the shop with prices and coverage');
  },
);

test(
  '[A01] whoever is quicker than the page’s scripts gets the answer in the shop',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.route('**/assets/rest-panel*', () => {
      // It never comes.
    });
    await page.goto('/');
    await acceptCookies(page);
    const zip = page.getByRole('main').getByLabel('ZIP Code');
    await zip.fill('10005');
    await zip.press('Enter');
    await expect(page).toHaveURL('/shop?zipCode=10005');
    await expect(page.getByText('We cover 10005 with 5G.')).toBeVisible();
  },
);

test(
  '[A01] the coverage map is the brand’s own picture, with words for who cannot see it',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/');
    const map = page.getByRole('img', { name: /^Map of the 48 states/ });
    await map.scrollIntoViewIfNeeded();
    await expect(map).toBeVisible();
    await expect
      .poll(() => map.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  },
);
