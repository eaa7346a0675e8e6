import { arriveAs, forgedToken, leaveToken, storedToken } from './customers.ts';
import { expect, test, touch } from './journey.ts';
import { cartLink, choosePopularPlan, logIn, popular } from './shopping.ts';

const hour = 3_600_000;
const account = { name: /^My Account/ };

test('[A21] [F05] a visitor who asks for a protected page logs in and comes to that page', async ({
  page,
}) => {
  await page.goto('/dashboard/payment');
  await expect(page).toHaveURL('/login');
  await logIn(page, 'omar@example.com');
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
});

test('[F02] [A21] a stored token that has expired opens nothing and leads to the login page', async ({
  page,
}) => {
  await leaveToken(page, forgedToken(new Date(Date.now() - hour)));
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL('/login');
  await logIn(page, 'omar@example.com');
  await expect(page).toHaveURL('/dashboard/profile');
});

test('[F03] a 401 on a call takes the token away and ends the login', async ({ page }) => {
  await leaveToken(page, forgedToken(new Date(Date.now() + hour)));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await expect.poll(() => storedToken(page)).toBeNull();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', account)).toHaveCount(0);
});

test('[F03] who logs out without a network is logged out here, and reads what is left to do', async ({
  page,
  request,
}) => {
  await arriveAs(page, request, 'omar@example.com');
  await page.goto('/dashboard/setting');
  const logOut = page.getByRole('main').getByRole('button', { name: 'Log out', exact: true });
  await expect(logOut).toBeVisible();
  await touch(page);
  await page.context().setOffline(true);
  await logOut.click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'You’re logged out on this device' }),
  ).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test('[F01] [B03] a stored token logs in when the page loads, and the header shows the initials', async ({
  page,
  request,
}) => {
  await arriveAs(page, request, 'maya@example.com');
  await page.goto('/shop');
  const link = page.getByRole('banner').getByRole('link', account);
  await expect(link).toContainText('MA');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
  await link.click();
  await expect(page).toHaveURL('/dashboard');
});

test('[B13] a spinner stands where something loads', async ({ page, request }) => {
  await arriveAs(page, request, 'maya@example.com');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/app/lines', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  // Also for who cannot see the shapes that stand there.
  await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(1);
  const line = main.getByRole('region', { name: 'Your line' }).getByRole('article');
  await expect(line).toBeHidden();
  release();
  await expect(line).toBeVisible();
  await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(0);
});

test('[E16] a notification waits while the pointer is on it, and one that stands nowhere else stays', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login-with-password');
  const logIn = async () => {
    await page.getByLabel('Email address').fill('maya@example.com');
    await page.getByLabel('Password', { exact: true }).fill('Harbor2!');
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  const told = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Close' }) });
  // It is there for five seconds: whoever looks for it later comes too late on a busy machine.
  await Promise.all([told.hover(), logIn()]);
  await page.clock.runFor(20_000);
  await expect(told).toHaveCount(1);
  // From here on no time passes by itself.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.runFor(4000);
  await expect(told).toHaveCount(1);
  await page.clock.runFor(1100);
  await expect(told).toHaveCount(0);
  await page.clock.resume();

  // Nobody is reached: no field and no dialog says so.
  await page.route('**/app/users/login', (route) => route.abort());
  await logIn();
  await expect(told).toContainText('Network Error');
  await logIn();
  await expect(told).toContainText('Network Error (2 times)');
  await page.clock.runFor(60_000);
  await expect(told).toHaveCount(1);
  await told.getByRole('button', { name: 'Close' }).click();
  await expect(told).toHaveCount(0);
});

test('[A22] a move inside a section leaves it as it is, and another section comes in', async ({
  page,
  request,
}) => {
  await arriveAs(page, request, 'maya@example.com');
  await page.goto('/dashboard/dashboard');
  await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
  const content = await page.getByRole('heading', { level: 1 }).elementHandle();
  const comings = () => page.evaluate(() => (globalThis as { comings?: number }).comings ?? 0);
  await page.evaluate(() => {
    const counted = globalThis as { comings?: number };
    document.addEventListener('animationstart', ({ target }) => {
      if ((target as Element).querySelector('h1')) counted.comings = (counted.comings ?? 0) + 1;
    });
  });
  const sections = page.getByRole('navigation', { name: 'My Account' });
  await sections.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('article', { name: '(212) 555-0101' })).toBeVisible();
  expect(await content?.evaluate((heading) => heading.isConnected)).toBe(true);
  expect(await comings()).toBe(0);
  await sections.getByRole('link', { name: 'Payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await expect.poll(comings).toBe(1);
});

test('[C04] the cart survives a reload, and nothing else of the shop is kept', async ({ page }) => {
  await choosePopularPlan(page);
  await page.getByRole('link', { name: `Change ${popular.name}` }).click();
  await expect(page).toHaveURL('/cart');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: popular.name })).toBeVisible();
  await expect(cartLink(page)).toHaveText('Cart 1');
  // The browser's own id (F04) comes when it comes; of the shop there is only the cart.
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key !== 'mid')).toEqual(['cart']);
  await page.goto('/shop');
  await expect(page.getByRole('button', { name: `${popular.name} is selected` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('[C04] a browser that forbids its storage blocks no page', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await choosePopularPlan(page);
  await page.getByRole('link', { name: `Change ${popular.name}` }).click();
  await expect(page.getByRole('heading', { level: 2, name: popular.name })).toBeVisible();
  await expect(cartLink(page)).toHaveText('Cart 1');
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Contact and service address' }),
  ).toBeVisible();
});
