import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAs, arriveAsNewcomer } from './customers.ts';
import { awake, expect, test, touch } from './journey.ts';
import { acceptCookies } from './shopping.ts';

const wide = { width: 1440, height: 900 };

/** The one lies over none of the others. */
async function expectApart(one: Locator, others: readonly Locator[]): Promise<void> {
  const boxOf = async (of: Locator) => {
    const box = await of.boundingBox();
    if (!box) throw new Error('it is not on the page');
    return box;
  };
  for (const other of others) {
    await expect(async () => {
      const [a, b] = [await boxOf(one), await boxOf(other)];
      const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
      const above = a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(beside || above, JSON.stringify({ a, b })).toBe(true);
    }).toPass({ timeout: 30_000 });
  }
}

test('[B01] the header leads to the plans, to contact and to what the company is', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await page.goto('/');
  const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Harbor Plans', '/shop'],
    ['Contact Us', '/contact-us'],
    ['Why Harbor Mobile?', '/about'],
  ] as const) {
    await main.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
});

test(
  '[B02] Support opens by keyboard, its items are walked with the arrows, Escape closes it',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.setViewportSize(wide);
    await page.goto('/');
    const header = page.getByRole('banner');
    const button = header.getByRole('button', { name: 'Support' });
    const help = header.getByRole('link', { name: 'Get help' });
    const about = header.getByRole('link', { name: 'About Harbor' });
    await expect(help).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(help).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(page, 'the page with the open Support menu');
    await page.keyboard.press('ArrowDown');
    await expect(help).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(about).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const chat = page.getByRole('dialog', { name: 'Chat with Harbor' });
    await expect(chat.getByLabel('Your message')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chat).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(about).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(about).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/contact-us');
    await button.click();
    await about.click();
    await expect(page).toHaveURL('/about');
    await expect(about).toBeHidden();
  },
);

test(
  '[B06] [B07] [F04] the cookie banner explains itself and goes for good once it is answered',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    const banner = page.getByRole('region', { name: 'Cookies!' });
    await expect(banner).toContainText(
      'We use cookies to ensure that we give you the best experience on our website.',
    );
    const stored = () => page.evaluate(() => localStorage.getItem('cookiesAccepted'));
    expect(await stored()).toBeNull();
    // It covers the page: who tabs meets it at once.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(banner.getByRole('link', { name: 'Learn more' })).toBeFocused();
    // It lies over the page and yet hides nothing of its end.
    const last = page.getByRole('contentinfo').getByRole('link', { name: 'Español' });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect
      .poll(async () => {
        const [link, over] = [await last.boundingBox(), await banner.boundingBox()];
        return link && over && link.y + link.height <= over.y;
      })
      .toBe(true);
    await banner.getByRole('link', { name: 'Learn more' }).click();
    await expect(page).toHaveURL('/privacy-policy');
    await banner.getByRole('button', { name: 'Continue' }).click();
    await expect(banner).toBeHidden();
    expect(await stored()).toBe('true');
    await page.reload();
    await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Only necessary cookies' })).toHaveCount(0);
    await page.goto('/shop');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(banner).toBeHidden();
  },
);

test('[B08] [B09] [B10] [B11] [B12] the footer’s pictures come, and its links lead on', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const social = footer.locator('a[target="_blank"]');
  await expect(social).toHaveCount(4);
  await expect(social.first()).toHaveAttribute('rel', /noreferrer/);
  await social.first().scrollIntoViewIfNeeded();
  const picture = social.first().locator('img');
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const code = footer.getByRole('img', { name: 'QR code of the app' });
  await expect(code).toBeVisible();
  await expect(code.locator('path').nth(1)).toHaveAttribute('d', /^M.{500,}/);
  await expect(footer.getByText('© 2024, All rights reserved')).toBeVisible();
  for (const [name, path] of [
    ['Contact Centre', '/contact-us'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms & Conditions', '/terms-and-conditions'],
    ['FAQs', '/faq'],
  ] as const) {
    await footer.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
});

test('[B05] [B14] [J03] header and footer switch between 964 and 965 px as the width changes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 965, height: 900 });
  await page.goto('/');
  const header = page.getByRole('banner');
  const plans = header.getByRole('link', { name: 'Harbor Plans' });
  const menu = header.getByRole('button', { name: 'Menu' });
  const top = async (part: ReturnType<typeof page.locator>) => (await part.boundingBox())?.y;
  const footer = page.getByRole('contentinfo');
  const first = footer.getByRole('navigation').first();
  const app = footer.getByRole('figure');
  await expect(plans).toBeVisible();
  await expect(menu).toBeHidden();
  await expect.poll(async () => (await top(app)) === (await top(first))).toBe(true);

  await page.setViewportSize({ width: 964, height: 900 });
  await expect(plans).toBeHidden();
  await expect(menu).toBeVisible();
  expect(await top(app)).toBeGreaterThan((await top(first)) ?? Infinity);

  await menu.click();
  await expect(plans).toBeVisible();
  await expectAccessible(page, 'the page with the open menu of the phone');
  await plans.click();
  await expect(page).toHaveURL('/shop');
  await expect(plans).toBeHidden();

  await page.setViewportSize({ width: 965, height: 900 });
  await expect(menu).toBeHidden();
  await expect(plans).toBeVisible();
});

test(
  '[B05] [B14] the links of the header stand apart in Spanish too, from 965 px on',
  { tag: '@desktop' },
  async ({ browser, baseURL, request }) => {
    for (const brand of ['harbor', 'mesa'] as const) {
      const home = new URL(baseURL ?? '');
      if (brand === 'mesa') home.hostname = 'mesa.localhost';
      const context = await browser.newContext({ baseURL: home.origin });
      const page = await context.newPage();
      const apart = async (who: string) => {
        await page.goto('/es/about');
        const own = who === 'nobody' ? 'Iniciar sesión' : 'Mi cuenta';
        await expect(page.getByRole('banner').getByRole('link', { name: own })).toBeVisible();
        for (const width of [965, 1040, 1119, 1120, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          const gaps = await page.getByRole('banner').evaluate((header) => {
            const places = [...header.querySelectorAll('a, button')]
              .filter((one) => one.checkVisibility())
              .flatMap((one) => {
                // The words, not the place around them that can be pressed.
                const words = document.createRange();
                words.selectNodeContents(one);
                const [inside, around] = [
                  words.getBoundingClientRect(),
                  one.getBoundingClientRect(),
                ];
                const left = Math.max(inside.left, around.left);
                const right = Math.min(inside.right, around.right);
                return right - left > 2 ? [{ left, right }] : [];
              });
            return places
              .slice(1)
              .map(({ left }, at) => Math.round(left - (places[at]?.right ?? 0)));
          });
          expect(gaps.length, 'what stands in the header').toBeGreaterThan(5);
          expect(
            Math.min(...gaps),
            `${brand}, ${who}, ${width} px: ${gaps.join()}`,
          ).toBeGreaterThan(11);
        }
      };
      await apart('nobody');
      await arriveAsNewcomer(page, request, brand);
      await apart('a customer');
      await context.close();
    }
  },
);

test('[B05] [J03] the content has one column at 849 px and more from 850 px', async ({ page }) => {
  await page.setViewportSize({ width: 849, height: 900 });
  await page.goto('/shop');
  const tiles = page.getByRole('article');
  const places = async () => {
    const boxes = [await tiles.nth(0).boundingBox(), await tiles.nth(1).boundingBox()];
    return boxes.map((box) => Math.round(box?.y ?? Number.NaN));
  };
  const [first = 0, second = 0] = await places();
  expect(second).toBeGreaterThan(first);
  await page.setViewportSize({ width: 850, height: 900 });
  await expect.poll(async () => new Set(await places()).size).toBe(1);
});

test('[A23] a move to another page begins at its top', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' });
  await link.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await link.click();
  await expect(page).toHaveURL('/terms-and-conditions');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('[A23] among the dashboard’s paths the page stays where it is', async ({ page, request }) => {
  await arriveAs(page, request, 'maya@example.com');
  await page.goto('/dashboard');
  await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 40));
  await expect(page).toHaveTitle('My account | Harbor Mobile');
  await page.getByRole('navigation', { name: 'My Account' }).getByText('Profile').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(40);
  await expect(page).toHaveTitle('Profile | My account | Harbor Mobile');
  await expect(page.locator('[data-arrived]')).toHaveText('Profile | My account | Harbor Mobile');
});

test('[A24] another page takes the focus to its heading, and its title is read', async ({
  page,
}) => {
  await page.goto('/');
  const said = page.locator('[data-arrived][aria-live=polite]');
  await expect(said).toHaveText('');
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Questions and answers | Harbor Mobile');
  await expect(said).toHaveText('Questions and answers | Harbor Mobile');
});

test('without a network the page says so once, over nothing that matters, until it is back', async ({
  page,
  request,
}) => {
  await arriveAs(page, request, 'maya@example.com');
  await page.goto('/dashboard/profile');
  const heading = page.getByRole('heading', { level: 1, name: 'Profile' });
  await expect(heading).toBeVisible();
  await touch(page);
  await page.context().setOffline(true);
  const offline = page.getByText(/^You’re offline\./);
  await expect(offline).toHaveCount(1);
  await expect(offline).toBeInViewport();
  // Further failures say nothing more.
  await page.getByRole('button', { name: 'Edit name' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit name' });
  // What the page asks by itself meanwhile fails, too.
  const failed = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/app/users/edit'));
  await dialog.getByLabel('First name').fill('Mayala');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await failed;
  await expect(dialog).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(offline).toHaveCount(0);
});

test(
  '[E16] a notification covers neither the header nor a heading, nor the buttons of a dialog',
  { tag: '@both' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.route('**/app/users/edit', (route) => route.abort());
    await page.goto('/dashboard/profile');
    await acceptCookies(page);
    await page.getByRole('button', { name: 'Edit name' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit name' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const told = page.getByRole('alert').filter({ hasText: 'Network Error' });
    await dialog.getByLabel('First name').fill('Mayala');
    for (let times = 0; times < 3; times += 1) {
      await save.click();
      await expect(told).toContainText(times === 0 ? 'Network Error' : `(${times + 1} times)`);
    }
    await expect(told).toHaveCount(1);
    await expectApart(told, [dialog.getByRole('heading'), save]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectApart(told, [page.getByRole('banner'), page.getByRole('heading', { level: 1 })]);
    // Of several, a dialog on a phone lets the newest stand above it.
    await page.unroute('**/app/users/edit');
    await page.getByRole('button', { name: 'Edit name' }).click();
    await dialog.getByLabel('First name').fill('Maya');
    await save.click();
    await expect(dialog).toBeHidden();
    const newest = page.locator('[data-notifications] > :last-child');
    await expect(newest).not.toContainText('Network Error');
    await page.getByRole('button', { name: 'Edit name' }).click();
    await expect(dialog).toBeVisible();
    await expectApart(newest, [dialog.getByRole('heading'), save]);
    await expect(page.getByText('Network Error')).toBeVisible({
      visible: (page.viewportSize()?.width ?? 0) >= 600,
    });
    await expect(page.getByText('Network Error')).toHaveCount(1);
  },
);

test(
  '[B13] while the next page’s code is on its way, a spinner says so over the page that is left',
  { tag: '@desktop' },
  async ({ page }) => {
    const { promise: asked, resolve: come } = Promise.withResolvers<void>();
    await page.route('**/assets/faq-page*.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/');
    const spinner = page.getByRole('status', { name: 'Loading' });
    await expect(spinner).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
    await expect(spinner).toBeInViewport();
    await expect(page).toHaveURL('/');
    come();
    await expect(page.getByRole('heading', { level: 1, name: /Questions/ })).toBeVisible();
    await expect(spinner).toHaveCount(0);
  },
);

test(
  '[A18] a path that leads nowhere is the not-found page, with status 404',
  { tag: '@desktop' },
  async ({ page }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer?.status()).toBe(404);
    await expect(
      page.getByRole('heading', { level: 1, name: 'This page is adrift' }),
    ).toBeVisible();
    await expectAccessible(page, 'the not-found page');
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'on a slow line, what is typed and pressed before the scripts are here is done when they are',
  { tag: '@desktop' },
  async ({ page }) => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Email address').fill('maya@example.com');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveURL('/login');
    arrive();
    await expect(page).toHaveURL('/login-with-password');
    expect(await page.evaluate(() => localStorage.getItem('email'))).toBe('maya@example.com');
  },
);

test(
  '[B06] [B07] the banner is there before the scripts are, is answered there, and never flashes for who has answered',
  { tag: '@desktop' },
  async ({ page }) => {
    let scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const banner = page.getByRole('region', { name: 'Cookies!' });
    await page.goto('/about', { waitUntil: 'commit' });
    await banner.getByRole('button', { name: 'Only necessary cookies' }).click();
    scripts.resolve();
    await expect(banner).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('cookiesAccepted'))).toBe('false');
    scripts = Promise.withResolvers();
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
    scripts.resolve();
    await awake(page);
  },
);
