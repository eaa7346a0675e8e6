import type { Page } from '@playwright/test';
import { arriveAs, arriveAsNewcomer } from './customers.ts';
import { expect, test } from './journey.ts';
import { fillCart } from './screens.ts';

const publicPages = [
  '/',
  '/shop',
  '/about',
  '/faq',
  '/contact-us',
  '/privacy-policy',
  '/terms-and-conditions',
  '/cart',
  '/login',
  '/register',
  '/forgot-password',
  '/login-without-password',
  '/nowhere',
];
const ofMembers = ['/cart/checkout', '/dashboard', '/dashboard/profile', '/dashboard/payment'];

/** From a phone to where the button floats: its first width as a picture, its first one with words. */
const widths = [390, 965, 1280, 1440];

/**
 * What the chat's button lies over, wherever the page is scrolled to: every control that can be
 * seen is asked, at its middle and near its corners, which element would take the press.
 */
async function coveredByChat(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const covered = new Set<string>();
    const chat = document.querySelector('[data-chat-button]');
    if (!chat?.checkVisibility()) return ['there is no chat button'];
    const step = Math.floor(innerHeight / 5);
    const end = document.documentElement.scrollHeight - innerHeight;
    for (let top = 0; ; top += step) {
      scrollTo({ top: Math.min(top, end), behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      for (const one of document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, label, [role=button], [role=combobox], [tabindex="0"]',
      )) {
        if (one === chat || one.contains(chat) || !one.checkVisibility()) continue;
        const { left, right, top: y, bottom } = one.getBoundingClientRect();
        if (right - left < 2 || bottom - y < 2) continue;
        const inset = 1;
        const places = [
          [(left + right) / 2, (y + bottom) / 2],
          [left + inset, y + inset],
          [right - inset, y + inset],
          [left + inset, bottom - inset],
          [right - inset, bottom - inset],
        ] as const;
        for (const [x, at] of places) {
          if (chat.contains(document.elementFromPoint(x, at))) {
            covered.add((one.textContent || one.getAttribute('name') || one.tagName).trim());
          }
        }
      }
      if (top >= end) break;
    }
    return [...covered];
  });
  return found;
}

async function expectNothingBeneath(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 800 });
    await expect(page.locator('[data-chat-button]')).toBeVisible();
    expect(await coveredByChat(page), `${path} at ${width} px`).toEqual([]);
  }
}

for (const [brand, language] of [
  ['harbor', 'en'],
  ['mesa', 'es'],
] as const) {
  test(
    `the chat’s button lies over nothing that can be pressed: ${brand}, ${language}`,
    { tag: ['@desktop', brand === 'harbor' ? '@later' : '@long'] },
    async ({ browser, baseURL, request }) => {
      const home = new URL(baseURL ?? '');
      if (brand === 'mesa') home.hostname = 'mesa.localhost';
      const context = await browser.newContext({ baseURL: home.origin, reducedMotion: 'reduce' });
      await context.addInitScript(() => localStorage.setItem('cookiesAccepted', 'true'));
      const page = await context.newPage();
      const open = async (path: string) => {
        await page.goto(language === 'es' ? `/es${path}` : path);
        await page.waitForFunction(() => 'awake' in document.documentElement.dataset);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(
          page.getByRole('main').getByRole('status', { name: /^(Loading|Cargando)/ }),
        ).toHaveCount(0);
      };
      for (const path of publicPages) {
        await open(path);
        await expectNothingBeneath(page, path);
      }
      if (brand === 'harbor') await arriveAs(page, request, 'maya@example.com');
      else await arriveAsNewcomer(page, request, brand);
      await page.setViewportSize({ width: 1280, height: 800 });
      await fillCart(page);
      for (const path of ofMembers) {
        await open(path);
        await expectNothingBeneath(page, path);
      }
      await context.close();
    },
  );
}

test(
  'in checkout on a phone the chat is a line in the page, and the footer a slim one',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await arriveAsNewcomer(page, request);
    await fillCart(page);
    await page.goto('/cart/checkout');
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    const chat = page.getByRole('button', { name: 'Chat', exact: true });
    const standsIn = () =>
      chat.evaluate((button) => {
        for (let one: Element | null = button; one; one = one.parentElement) {
          if (/fixed|sticky/.test(getComputedStyle(one).position)) return 'a floating layer';
        }
        return 'the page';
      });
    await expect.poll(standsIn).toBe('the page');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link')).toHaveText([
      'Terms & Conditions',
      'Privacy Policy',
      'Contact Us',
      'Español',
    ]);
    // The whole footer is back on the next page, with what only the first page brings along.
    await page.getByRole('banner').getByRole('link', { name: 'Harbor' }).click();
    await expect(footer.getByText('Follow us:')).toBeVisible();
    const code = footer.getByRole('img', { name: 'QR code of the app' });
    await expect(code.locator('path').nth(1)).toHaveAttribute('d', /^M.{500,}/);
  },
);
